package fresh

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/read"
)

const (
	// debounce is the time between a notice and the update. An editor has
	// finished saving by then.
	debounce = 10 * time.Millisecond
	// pace is the longest time between two rounds while changes continue. It
	// keeps the load below half of the machine's time.
	pace = time.Second
	// settling is the time after which file times are reliable.
	settling = 2200 * time.Millisecond
	// longestSettling bounds the wait for file times in the future.
	longestSettling = 5 * time.Minute
	// trust is the time after which a round compares the files even without
	// notices. Some changes cause no notice, such as writing through a memory
	// map.
	trust = 5 * time.Second
	// writerPatience is the time that a round waits for another writer.
	writerPatience = 5 * time.Second
)

// run updates the index until it is closed.
func (b *watched) run(ctx context.Context) {
	defer b.end()
	select {
	case <-b.first:
	case <-ctx.Done():
		return
	}
	settle := settling
	var t task
	for {
		began := time.Now()
		next, alive := b.round(ctx, t)
		if !alive {
			return
		}
		settles := next == settling
		if settles {
			next = settle
			settle = min(2*settle, longestSettling)
		}
		if p := b.poll(); p > 0 && (next == 0 || p < next) {
			next = p
		}
		woken, alive := b.sleep(ctx, next, min(time.Since(began), pace))
		if !alive {
			return
		}
		t = task{changed: woken, write: settles && !woken}
		if woken {
			settle = settling
		}
	}
}

// sleep waits for a change of a used index, or for the time next unless it is
// 0. After a change it waits at least gap for further changes. woken reports a
// change.
func (b *watched) sleep(ctx context.Context, next, gap time.Duration) (woken, alive bool) {
	var due <-chan time.Time
	if next > 0 {
		t := time.NewTimer(next)
		defer t.Stop()
		due = t.C
	}
	forever := b.opts.Rest < 0
	rest := time.NewTimer(max(b.opts.Rest-b.quiet(), time.Millisecond))
	if forever {
		rest.Stop()
	}
	defer rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, false
		case <-due:
			return false, true
		case <-rest.C:
			quiet := b.quiet()
			if quiet > b.opts.Idle {
				return false, false
			}
			if quiet >= b.opts.Rest {
				b.letGo()
				rest.Reset(b.opts.Idle)
			} else {
				rest.Reset(b.opts.Rest - quiet)
			}
		case <-b.wake:
			if !forever && b.quiet() >= b.opts.Rest {
				continue // the next query compares the files
			}
			return true, b.pause(ctx, max(debounce, gap))
		}
	}
}

func (b *watched) pause(ctx context.Context, d time.Duration) (alive bool) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// quiet is the time since the last query.
func (b *watched) quiet() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return time.Since(b.asked)
}

// letGo releases the memory kept for the index. If no index was used for a
// while, it calls Resting.
func (b *watched) letGo() {
	b.indexer.Rest(b.p.Base)
	b.mu.Lock()
	all := !b.rested
	for _, o := range b.bases {
		all = all && time.Since(o.asked) >= b.opts.Rest
	}
	if all {
		b.rested = true
		for _, o := range b.bases {
			b.indexer.Rest(o.p.Base)
		}
	}
	b.mu.Unlock()
	if all && b.opts.Resting != nil {
		b.opts.Resting()
	}
}

// end stops watching.
func (b *watched) end() {
	defer close(b.ended)
	b.mu.Lock()
	b.verified = verified{}
	b.forget("")
	delete(b.bases, b.p.Base)
	b.mu.Unlock()
	b.unwatch()
	b.indexer.Rest(b.p.Base)
	_ = b.lock.Release() // the kernel releases it in any case
}

// rounds is the number of attempts of a round while files change.
const rounds = 3

// task describes the reason for a round.
type task struct {
	changed bool // there was a notice of a change
	write   bool // also write new file times
}

// round updates the index and its watches, until the index is known to match
// its files. next is the latest time for another round, 0 for none; alive is
// false if the index is gone.
func (b *watched) round(ctx context.Context, t task) (next time.Duration, alive bool) {
	select {
	case b.work <- struct{}{}:
	case <-ctx.Done():
		return 0, false
	}
	defer func() { <-b.work }()
	base, err := read.Open(ctx, b.p.Base)
	if err != nil {
		return 0, false
	}
	defer base.Close()
	for range rounds {
		var done bool
		next, done, err = b.attempt(ctx, base, t)
		if err != nil {
			return pace, ctx.Err() == nil && !lost(err) && rootStays(b.p)
		}
		if done {
			return next, true
		}
		t = task{}
	}
	return settling, true
}

// attempt is one attempt of a round. done is true if the index matches its
// files or must not be updated.
func (b *watched) attempt(ctx context.Context, base *read.Index, t task) (next time.Duration, done bool, err error) {
	if _, err := b.arm(ctx, base); err != nil {
		return 0, false, err
	}
	set, err := settings.Load(b.p.Base)
	if err != nil {
		return 0, false, err
	}
	mark := b.mark()
	if !set.AutoUpdate || !t.changed && !t.write {
		d, err := b.indexer.Check(ctx, b.p, base)
		if err == nil {
			err = d.Verify(ctx)
		}
		if err != nil {
			return 0, false, err
		}
		same := len(d.Pending) == 0 && !d.Rebuild
		if same {
			b.verify(mark)
		}
		switch {
		case !set.AutoUpdate, same && !d.Unsettled:
			return 0, true, nil
		case same:
			return settling, true, nil
		}
	}
	report, err := b.indexer.Sync(ctx, b.p, index.SyncOptions{Wait: index.Wait{Limit: writerPatience}, NoSummary: !t.write, Brief: true})
	if err != nil {
		return 0, false, err
	}
	if b.opts.Indexed != nil && report.FilesChanged+report.FilesRemoved > 0 {
		b.opts.Indexed(b.p, report)
	}
	// All files were compared after the mark. If all of them were watched
	// then, every later change causes a notice.
	more, err := b.arm(ctx, base)
	if err != nil || more || len(report.Unread) > 0 {
		return 0, false, err
	}
	b.verify(mark)
	return settling, !t.write, nil
}

// poll is the interval for comparing files that cannot be watched, 0 for never.
func (b *watched) poll() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.blind != nil {
		return b.opts.Poll
	}
	return 0
}

// lost reports whether err means that the index no longer exists.
func lost(err error) bool {
	for _, e := range []error{projectbase.ErrCorrupt, projectbase.ErrNotIndexed, projectbase.ErrOutdated, projectbase.ErrTooNew, projectbase.ErrForeign} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func rootStays(p index.Project) bool {
	_, err := source.StatFile(p.Root)
	return err == nil
}

// mark returns the present number of notices.
func (b *watched) mark() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changes
}

// verify notes that the index matched its files after mark notices.
func (b *watched) verify(mark uint64) {
	file := b.file()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.verified = verified{ok: b.blind == nil && file != 0, changes: mark, at: time.Now(), file: file}
}

// file returns the inode of the index file, or 0.
func (b *watched) file() uint64 {
	stat, err := source.StatFile(filepath.Join(b.p.Base, "index.db"))
	if err != nil {
		return 0
	}
	return stat.Inode
}

// knows reports whether an open index is known to match its files.
func (b *watched) knows(ctx context.Context, base *read.Index) bool {
	if b.notices == nil || !source.Reach(b.p.Root) || b.notices.SettleSoon(ctx) != nil {
		return false
	}
	b.mu.Lock()
	v, target, changes := b.verified, b.target, b.changes
	b.mu.Unlock()
	if !v.ok || v.changes != changes || time.Since(v.at) > trust {
		return false
	}
	generation, err := index.Generation(ctx, base)
	return err == nil && generation == target.Generation && b.file() == v.file && target.OutsideHolds()
}

// renew notes that files were compared after mark notices and equal the index.
func (b *watched) renew(mark uint64, generation int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.verified.ok && b.verified.changes == mark && b.target.Generation == generation:
		b.verified.at = time.Now()
	case b.blind == nil:
		b.rouse() // the query wrote the index, so no round is needed
	}
}

// join waits at most limit until no round is running. joined reports success;
// then the caller calls done after its work.
func (b *watched) join(ctx context.Context, limit time.Duration) (done func(), joined bool) {
	t := time.NewTimer(limit)
	defer t.Stop()
	select {
	case b.work <- struct{}{}:
		return func() { <-b.work }, true
	case <-t.C:
	case <-ctx.Done():
	}
	return func() {}, false
}
