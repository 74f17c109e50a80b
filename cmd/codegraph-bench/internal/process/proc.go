package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// tick is the unit of process times in /proc.
const tick = 10 * time.Millisecond

// CPUOf returns the CPU time of a process and its descendants, including ended ones; 0 on
// systems without /proc.
func CPUOf(pid int) time.Duration {
	dir := "/proc/" + strconv.Itoa(pid)
	data, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return 0
	}
	var sum int64
	// The name is in parentheses and may contain blanks. User and system time and
	// those of ended children are fields 12 to 15.
	if fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:]); len(fields) > 15 {
		for _, f := range fields[11:15] {
			n, _ := strconv.ParseInt(string(f), 10, 64)
			sum += n
		}
	}
	total := time.Duration(sum) * tick
	for _, child := range childrenOf(pid) {
		total += CPUOf(child)
	}
	return total
}

// childrenOf returns the running children of a process.
func childrenOf(pid int) []int {
	var list []int
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	tasks, _ := os.ReadDir(dir)
	for _, task := range tasks {
		children, _ := os.ReadFile(filepath.Join(dir, task.Name(), "children"))
		for _, child := range bytes.Fields(children) {
			if n, err := strconv.Atoi(string(child)); err == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// Handles returns the number of open files of a process.
func Handles(pid int) int {
	entries, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/fd")
	return len(entries)
}

// Watches returns the number of directories that a process watches.
func Watches(pid int) int {
	dir := "/proc/" + strconv.Itoa(pid) + "/fdinfo"
	entries, _ := os.ReadDir(dir)
	n := 0
	for _, e := range entries {
		data, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		n += bytes.Count(data, []byte("inotify wd:"))
	}
	return n
}
