package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// tick is the unit of a process's times in /proc.
const tick = 10 * time.Millisecond

// cpuOf returns the processor time of a process and its descendants, those that
// have ended included; 0 where the system does not tell.
func CpuOf(pid int) time.Duration {
	dir := "/proc/" + strconv.Itoa(pid)
	data, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return 0
	}
	var sum int64
	// The name is in parentheses and may hold blanks; user, system and those of
	// ended children follow at places 12 to 15.
	if fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:]); len(fields) > 15 {
		for _, f := range fields[11:15] {
			n, _ := strconv.ParseInt(string(f), 10, 64)
			sum += n
		}
	}
	total := time.Duration(sum) * tick
	for _, child := range childrenOf(pid) {
		total += CpuOf(child)
	}
	return total
}

// childrenOf returns the processes that a process has started and that run.
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

// handles returns how many files a process has open.
func Handles(pid int) int {
	entries, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/fd")
	return len(entries)
}

// watches returns how many directories a process is told of.
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
