; The workers: the queue of what is ready, the threads that run it, and those who wait and help. A part of the task executor
; (task_executor.ll).

; ----------------------------------------------------------------------------------------------------------- queue ----

define internal void @push_last(ptr %ex, ptr %task) #0 {
  %next.p = getelementptr %Task, ptr %task, i32 0, i32 10
  store ptr null, ptr %next.p
  %tail.p = getelementptr %Executor, ptr %ex, i32 0, i32 4
  %tail = load ptr, ptr %tail.p
  %empty = icmp eq ptr %tail, null
  %head.p = getelementptr %Executor, ptr %ex, i32 0, i32 3
  %tail.next.p = getelementptr %Task, ptr %tail, i32 0, i32 10
  %link.p = select i1 %empty, ptr %head.p, ptr %tail.next.p
  store ptr %task, ptr %link.p
  store ptr %task, ptr %tail.p
  call void @count_queued(ptr %ex, i32 1)
  ret void
}

define internal void @push_first(ptr %ex, ptr %task) #0 {
  %head.p = getelementptr %Executor, ptr %ex, i32 0, i32 3
  %head = load ptr, ptr %head.p
  %next.p = getelementptr %Task, ptr %task, i32 0, i32 10
  store ptr %head, ptr %next.p
  store ptr %task, ptr %head.p
  %empty = icmp eq ptr %head, null
  br i1 %empty, label %both, label %out

both:
  %tail.p = getelementptr %Executor, ptr %ex, i32 0, i32 4
  store ptr %task, ptr %tail.p
  br label %out

out:
  call void @count_queued(ptr %ex, i32 1)
  ret void
}

; Take the head off the queue, which is not empty.
define internal void @pop(ptr %ex) #0 {
  %head.p = getelementptr %Executor, ptr %ex, i32 0, i32 3
  %head = load ptr, ptr %head.p
  %next.p = getelementptr %Task, ptr %head, i32 0, i32 10
  %next = load ptr, ptr %next.p
  store ptr null, ptr %next.p
  store ptr %next, ptr %head.p
  %empty = icmp eq ptr %next, null
  br i1 %empty, label %both, label %out

both:
  %tail.p = getelementptr %Executor, ptr %ex, i32 0, i32 4
  store ptr null, ptr %tail.p
  br label %out

out:
  call void @count_queued(ptr %ex, i32 -1)
  ret void
}

define internal void @count_queued(ptr %ex, i32 %change) #0 {
  %queued.p = getelementptr %Executor, ptr %ex, i32 0, i32 6
  %old = load i32, ptr %queued.p
  %new = add i32 %old, %change
  store atomic i32 %new, ptr %queued.p monotonic, align 4
  ret void
}

; Under the mutex: see to it that a worker is on its way for each task in the queue but `present` of them, for which the caller
; comes himself.
define internal void @call_workers(ptr %ex, i32 %present) #0 {
  %queued.p = getelementptr %Executor, ptr %ex, i32 0, i32 6
  %queued = load i32, ptr %queued.p
  %wanted = call i32 @llvm.usub.sat.i32(i32 %queued, i32 %present)
  call void @call_more(ptr %ex, i32 %wanted)
  ret void
}

; Somebody submits and then waits at once (1), or does not do so after all (0): a wait says so itself, and calls for workers where
; it does not run everything.
define void @periclase_executor_expect(ptr %ex, i32 %waiter) #0 {
  %expected.p = getelementptr %Executor, ptr %ex, i32 0, i32 18
  store atomic i32 %waiter, ptr %expected.p monotonic, align 4
  %comes = icmp ne i32 %waiter, 0
  br i1 %comes, label %out, label %call

call:
  %l = call i32 @pthread_mutex_lock(ptr %ex)
  call void @call_workers(ptr %ex, i32 0)
  %u = call i32 @pthread_mutex_unlock(ptr %ex)
  br label %out

out:
  ret void
}

; Under the mutex: see to it that `wanted` workers are on their way to the queue. One that spins comes by itself; a sleeper
; needs a token; the rest are started, as far as the limit, and the system, allow.
define internal void @call_more(ptr %ex, i32 %wanted) #0 {
entry:
  %spinning.p = getelementptr %Executor, ptr %ex, i32 0, i32 10
  %spinning = load i32, ptr %spinning.p
  %tokens.p = getelementptr %Executor, ptr %ex, i32 0, i32 11
  %tokens = load i32, ptr %tokens.p
  %coming = add i32 %spinning, %tokens
  br label %head

head:
  %n = phi i32 [ %coming, %entry ], [ %n.next, %next ]
  %enough = icmp uge i32 %n, %wanted
  br i1 %enough, label %out, label %find

find:
  %tokens.now = load i32, ptr %tokens.p
  %sleeping.p = getelementptr %Executor, ptr %ex, i32 0, i32 9
  %sleeping = load i32, ptr %sleeping.p
  %asleep = icmp ugt i32 %sleeping, %tokens.now
  br i1 %asleep, label %wake, label %start

wake:
  %tokens.new = add i32 %tokens.now, 1
  store i32 %tokens.new, ptr %tokens.p
  %work = getelementptr %Executor, ptr %ex, i32 0, i32 1
  %s = call i32 @pthread_cond_signal(ptr %work)
  br label %next

start:
  %started = call i1 @start_worker(ptr %ex)
  br i1 %started, label %next, label %out

next:
  %n.next = add i32 %n, 1
  br label %head

out:
  ret void
}

; --------------------------------------------------------------------------------------------------------- workers ----

; Start one more thread: false at the limit, or if the system gives none. It takes no signals: they are for Python's threads.
define internal i1 @start_worker(ptr %ex) #0 {
entry:
  %thread = alloca ptr, align 8
  %attribute = alloca [128 x i8], align 16
  %all = alloca [128 x i8], align 16
  %old = alloca [128 x i8], align 16
  %workers.p = getelementptr %Executor, ptr %ex, i32 0, i32 8
  %workers = load i32, ptr %workers.p
  %limit.p = getelementptr %Executor, ptr %ex, i32 0, i32 7
  %limit = load i32, ptr %limit.p
  %full = icmp uge i32 %workers, %limit
  br i1 %full, label %no, label %start

start:
  %s0 = call i32 @sigfillset(ptr %all)
  %s1 = call i32 @pthread_sigmask(i32 2, ptr %all, ptr %old)         ; SIG_SETMASK
  %a0 = call i32 @pthread_attr_init(ptr %attribute)
  %a1 = call i32 @pthread_attr_setdetachstate(ptr %attribute, i32 1)
  call void @retain_executor(ptr %ex)
  %error = call i32 @pthread_create(ptr %thread, ptr %attribute, ptr @worker, ptr %ex)
  %a2 = call i32 @pthread_attr_destroy(ptr %attribute)
  %s2 = call i32 @pthread_sigmask(i32 2, ptr %old, ptr null)
  %failed = icmp ne i32 %error, 0
  br i1 %failed, label %undo, label %yes

undo:
  %refs.p = getelementptr %Executor, ptr %ex, i32 0, i32 13
  %refs.old = atomicrmw sub ptr %refs.p, i32 1 monotonic            ; never the last
  br label %no

yes:
  %workers.next = add i32 %workers, 1
  store i32 %workers.next, ptr %workers.p
  ret i1 true

no:
  ret i1 false
}

; What a worker does: run what is in the queue; look at it for a moment more when it is empty (one worker at a time, and for
; longer where that was of use before); sleep.
define internal ptr @worker(ptr %ex) #0 {
entry:
  %self = call ptr @pthread_self()
  %named = call i32 @pthread_setname_np(ptr %self, ptr @worker_name)
  %head.p = getelementptr %Executor, ptr %ex, i32 0, i32 3
  %queued.p = getelementptr %Executor, ptr %ex, i32 0, i32 6
  %sleeping.p = getelementptr %Executor, ptr %ex, i32 0, i32 9
  %spinning.p = getelementptr %Executor, ptr %ex, i32 0, i32 10
  %tokens.p = getelementptr %Executor, ptr %ex, i32 0, i32 11
  %stop.p = getelementptr %Executor, ptr %ex, i32 0, i32 12
  %work = getelementptr %Executor, ptr %ex, i32 0, i32 1
  %l = call i32 @pthread_mutex_lock(ptr %ex)
  br label %look

look:
  %patience = phi i64 [ 512, %entry ], [ %patience, %run ], [ %patience.next, %spun ], [ %patience.kept, %woken ]
  %stop = load i32, ptr %stop.p
  %at.once = icmp eq i32 %stop, 2
  br i1 %at.once, label %leave, label %look.queue

look.queue:
  %task = load ptr, ptr %head.p
  %some = icmp ne ptr %task, null
  br i1 %some, label %run, label %idle

run:
  call void @call_workers(ptr %ex, i32 1)
  call void @run_head(ptr %ex, i64 -1)
  br label %look

idle:
  %stopped = icmp ne i32 %stop, 0
  br i1 %stopped, label %leave, label %may.spin

may.spin:
  %spinning = load i32, ptr %spinning.p
  %free = icmp eq i32 %spinning, 0
  br i1 %free, label %spin, label %sleep

spin:
  store i32 1, ptr %spinning.p
  %u0 = call i32 @pthread_mutex_unlock(ptr %ex)
  br label %spin.head

spin.head:
  %k = phi i64 [ 0, %spin ], [ %k.next, %spin.head ]
  %queued = load atomic i32, ptr %queued.p monotonic, align 4
  %come = icmp ne i32 %queued, 0
  %k.next = add i64 %k, 1
  %over = icmp uge i64 %k.next, %patience
  %end = or i1 %come, %over
  br i1 %end, label %spun.out, label %spin.head

spun.out:
  %l1 = call i32 @pthread_mutex_lock(ptr %ex)
  store i32 0, ptr %spinning.p
  %double = mul i64 %patience, 2
  %half = udiv i64 %patience, 2
  %raw = select i1 %come, i64 %double, i64 %half
  %at.most = call i64 @llvm.umin.i64(i64 %raw, i64 8192)
  %patience.next = call i64 @llvm.umax.i64(i64 %at.most, i64 64)
  %now.task = load ptr, ptr %head.p
  %now.some = icmp ne ptr %now.task, null
  br i1 %now.some, label %spun, label %sleep

spun:
  br label %look

sleep:
  %patience.kept = phi i64 [ %patience, %may.spin ], [ %patience.next, %spun.out ]
  %sleeping = load i32, ptr %sleeping.p
  %sleeping.more = add i32 %sleeping, 1
  store i32 %sleeping.more, ptr %sleeping.p
  br label %sleep.head

sleep.head:
  %tokens = load i32, ptr %tokens.p
  %called = icmp ne i32 %tokens, 0
  %sleep.stop = load i32, ptr %stop.p
  %sleep.stopped = icmp ne i32 %sleep.stop, 0
  %up = or i1 %called, %sleep.stopped
  br i1 %up, label %woken, label %sleep.on

sleep.on:
  %w = call i32 @pthread_cond_wait(ptr %work, ptr %ex)
  br label %sleep.head

woken:
  %sleeping.now = load i32, ptr %sleeping.p
  %sleeping.less = sub i32 %sleeping.now, 1
  store i32 %sleeping.less, ptr %sleeping.p
  %had.token = zext i1 %called to i32
  %tokens.less = sub i32 %tokens, %had.token
  store i32 %tokens.less, ptr %tokens.p
  br label %look

leave:
  %workers.p = getelementptr %Executor, ptr %ex, i32 0, i32 8
  %workers = load i32, ptr %workers.p
  %workers.less = sub i32 %workers, 1
  store i32 %workers.less, ptr %workers.p
  %u1 = call i32 @pthread_mutex_unlock(ptr %ex)
  call void @release_executor(ptr %ex)
  ret ptr null
}

; --------------------------------------------------------------------------------------------------------- running ----

; Under the mutex, which is let go meanwhile: begin the task at the head of the queue, or join those who run it. At `deadline`
; (nanoseconds) the caller goes, and leaves the ranges that are left to others.
define internal void @run_head(ptr %ex, i64 %deadline) #0 {
entry:
  %head.p = getelementptr %Executor, ptr %ex, i32 0, i32 3
  %task = load ptr, ptr %head.p
  %begun.p = getelementptr %Task, ptr %task, i32 0, i32 15
  %begun = load i32, ptr %begun.p
  %joins = icmp ne i32 %begun, 0
  %active.p = getelementptr %Task, ptr %task, i32 0, i32 14
  br i1 %joins, label %join, label %begin

join:
  %active.0 = load i32, ptr %active.p
  %active.1 = add i32 %active.0, 1
  store i32 %active.1, ptr %active.p
  br label %run

begin:
  call void @pop(ptr %ex)
  store i32 1, ptr %begun.p
  %began = call i64 @now()
  %began.p = getelementptr %Task, ptr %task, i32 0, i32 5
  store i64 %began, ptr %began.p
  %count.p = getelementptr %Task, ptr %task, i32 0, i32 23
  %count = load ptr, ptr %count.p
  %static = icmp eq ptr %count, null
  %guards.n.p = getelementptr %Task, ptr %task, i32 0, i32 25
  %guards.n = load i64, ptr %guards.n.p
  %counted.p = getelementptr %Task, ptr %task, i32 0, i32 28
  %counted = load i64, ptr %counted.p
  ; Where there is a dynamic count, only its own guards come before it: what is no work is not skipped either.
  %before.count = select i1 %static, i64 %guards.n, i64 %counted
  %spoiled = call i1 @spoiled(ptr %task, i64 0, i64 %before.count)
  br i1 %spoiled, label %skip, label %sort

skip:
  call void @settle(ptr %ex, ptr %task, i32 4)
  ret void

sort:
  %kind.p = getelementptr %Task, ptr %task, i32 0, i32 3
  %kind = load i32, ptr %kind.p
  %copies = icmp eq i32 %kind, 1
  br i1 %copies, label %copy, label %launch

copy:
  %u0 = call i32 @pthread_mutex_unlock(ptr %ex)
  %target.p = getelementptr %Task, ptr %task, i32 0, i32 18
  %target = load ptr, ptr %target.p
  %source.p = getelementptr %Task, ptr %task, i32 0, i32 19
  %source = load ptr, ptr %source.p
  %bytes.p = getelementptr %Task, ptr %task, i32 0, i32 20
  %bytes = load i64, ptr %bytes.p
  %m = call ptr @memcpy(ptr %target, ptr %source, i64 %bytes)
  %l0 = call i32 @pthread_mutex_lock(ptr %ex)
  call void @settle(ptr %ex, ptr %task, i32 1)
  ret void

launch:
  br i1 %static, label %share, label %resolve

resolve:
  %outcome = call i32 @resolve_count(ptr %ex, ptr %task, ptr %count)
  %go = icmp eq i32 %outcome, 0
  br i1 %go, label %resolved, label %ended

resolved:
  %spoiled.input = call i1 @spoiled(ptr %task, i64 %counted, i64 %guards.n)
  br i1 %spoiled.input, label %skip, label %share

ended:
  call void @settle(ptr %ex, ptr %task, i32 %outcome)
  ret void

share:
  store i32 1, ptr %active.p
  %blocks.p = getelementptr %Task, ptr %task, i32 0, i32 20
  %blocks = load i64, ptr %blocks.p
  %range.p = getelementptr %Task, ptr %task, i32 0, i32 21
  %range = load i64, ptr %range.p
  %several = icmp ugt i64 %blocks, %range
  br i1 %several, label %offer, label %run

offer:
  call void @push_first(ptr %ex, ptr %task)
  %ranges = udiv i64 %blocks, %range
  %limit.p = getelementptr %Executor, ptr %ex, i32 0, i32 7
  %limit = load i32, ptr %limit.p
  %others = sub i32 %limit, 1
  %others.64 = zext i32 %others to i64
  %wanted.64 = call i64 @llvm.umin.i64(i64 %ranges, i64 %others.64)
  %wanted = trunc i64 %wanted.64 to i32
  call void @call_more(ptr %ex, i32 %wanted)
  br label %run

run:
  %u1 = call i32 @pthread_mutex_unlock(ptr %ex)
  call void @run_ranges(ptr %task, i64 %deadline)
  %l1 = call i32 @pthread_mutex_lock(ptr %ex)
  %exhausted = call i1 @exhausted(ptr %task)
  ; While a task is offered, nothing but it can be at the head.
  %head = load ptr, ptr %head.p
  %offered = icmp eq ptr %head, %task
  %over = and i1 %offered, %exhausted
  br i1 %over, label %withdraw, label %leave

withdraw:
  call void @pop(ptr %ex)
  br label %leave

leave:
  %active.2 = load i32, ptr %active.p
  %active.3 = sub i32 %active.2, 1
  store i32 %active.3, ptr %active.p
  %nobody = icmp eq i32 %active.3, 0
  %last = and i1 %nobody, %exhausted
  br i1 %last, label %end, label %out

end:
  %trap.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 3
  %trap = load atomic i32, ptr %trap.p acquire, align 4
  %trapped = icmp ne i32 %trap, 0
  %result = select i1 %trapped, i32 3, i32 1
  %reason.p = getelementptr %Task, ptr %task, i32 0, i32 4
  %reason = zext i1 %trapped to i32
  store i32 %reason, ptr %reason.p
  call void @settle(ptr %ex, ptr %task, i32 %result)
  ret void

out:
  ret void
}

; Whether one of the reads that the guards of `task` from %first to %n (exclusive) stand for finds bytes that were never
; computed.
define internal i1 @spoiled(ptr %task, i64 %first, i64 %n) #0 {
entry:
  %guards.p = getelementptr %Task, ptr %task, i32 0, i32 24
  %guards = load ptr, ptr %guards.p
  br label %head

head:
  %i = phi i64 [ %first, %entry ], [ %i.next, %next ]
  %decided = phi i1 [ false, %entry ], [ %decided.next, %next ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %look, label %no

look:
  %guard.p = getelementptr ptr, ptr %guards, i64 %i
  %guard = load ptr, ptr %guard.p
  %group.ends = icmp eq ptr %guard, null
  br i1 %group.ends, label %next, label %open

open:
  br i1 %decided, label %next, label %ask

ask:
  %guard.bits = ptrtoint ptr %guard to i64
  %had.failed = icmp eq i64 %guard.bits, 1
  br i1 %had.failed, label %yes, label %writer

writer:
  %status.p = getelementptr %Task, ptr %guard, i32 0, i32 1
  %status = load i32, ptr %status.p
  switch i32 %status, label %yes [ i32 1, label %next
                                   i32 2, label %next ]

next:
  %wrote = phi i1 [ false, %look ], [ true, %open ], [ true, %writer ], [ true, %writer ]
  %kept.bits = phi i32 [ 0, %look ], [ 1, %open ], [ %status, %writer ], [ %status, %writer ]
  %is.wrote = icmp eq i32 %kept.bits, 1               ; NOTHING leaves it to the writer before
  %decided.next = and i1 %wrote, %is.wrote
  %i.next = add i64 %i, 1
  br label %head

yes:
  ret i1 true

no:
  ret i1 false
}

; Read the grid of a task from memory: 0 to go on, or the outcome that it ends with. The limits are those of MAX_GRID in
; runtime/limits.py.
define internal i32 @resolve_count(ptr %ex, ptr %task, ptr %count) #0 {
entry:
  %x = load i32, ptr %count, align 4
  %y.p = getelementptr i32, ptr %count, i64 1
  %y = load i32, ptr %y.p, align 4
  %z.p = getelementptr i32, ptr %count, i64 2
  %z = load i32, ptr %z.p, align 4
  store i32 %x, ptr %task
  %grid.y.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 0, i32 1
  store i32 %y, ptr %grid.y.p
  %grid.z.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 0, i32 2
  store i32 %z, ptr %grid.z.p
  %x.0 = icmp eq i32 %x, 0
  %y.0 = icmp eq i32 %y, 0
  %z.0 = icmp eq i32 %z, 0
  %xy.0 = or i1 %x.0, %y.0
  %zero = or i1 %xy.0, %z.0
  br i1 %zero, label %nothing, label %check

nothing:
  ret i32 2

check:
  %x.bad = icmp ugt i32 %x, 2147483647
  %y.bad = icmp ugt i32 %y, 65535
  %z.bad = icmp ugt i32 %z, 65535
  %xy.bad = or i1 %x.bad, %y.bad
  %bad = or i1 %xy.bad, %z.bad
  br i1 %bad, label %failed, label %cut

failed:
  %reason.p = getelementptr %Task, ptr %task, i32 0, i32 4
  store i32 2, ptr %reason.p
  ret i32 3

cut:
  call void @cut_grid(ptr %ex, ptr %task)
  ret i32 0
}

; Set the blocks of a task and of a range of it: all of them where the grid is small (waking other cores would cost more than it
; gives), else an eighth of a worker's share, so that a slow range does not leave the others idle for long.
define internal void @cut_grid(ptr %ex, ptr %task) #0 {
  %blocks = call i64 @volume(ptr %task)
  %block.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 1
  %threads = call i64 @volume(ptr %block.p)
  %few.blocks = icmp ule i64 %blocks, 4096
  %all = mul i64 %blocks, %threads
  %few.threads = icmp ule i64 %all, 4096
  %small = and i1 %few.blocks, %few.threads
  %limit.p = getelementptr %Executor, ptr %ex, i32 0, i32 7
  %limit.32 = load i32, ptr %limit.p
  %limit = zext i32 %limit.32 to i64
  %parts = mul i64 %limit, 8
  %part.0 = udiv i64 %blocks, %parts
  %part = call i64 @llvm.umax.i64(i64 %part.0, i64 1)
  %one = icmp eq i64 %limit, 1
  %whole = or i1 %small, %one
  %range = select i1 %whole, i64 %blocks, i64 %part
  %blocks.p = getelementptr %Task, ptr %task, i32 0, i32 20
  store i64 %blocks, ptr %blocks.p
  %range.p = getelementptr %Task, ptr %task, i32 0, i32 21
  store i64 %range, ptr %range.p
  ret void
}

; The product of three extents.
define internal i64 @volume(ptr %shape) #0 {
  %x.32 = load i32, ptr %shape
  %y.p = getelementptr i32, ptr %shape, i64 1
  %y.32 = load i32, ptr %y.p
  %z.p = getelementptr i32, ptr %shape, i64 2
  %z.32 = load i32, ptr %z.p
  %x = zext i32 %x.32 to i64
  %y = zext i32 %y.32 to i64
  %z = zext i32 %z.32 to i64
  %xy = mul i64 %x, %y
  %xyz = mul i64 %xy, %z
  ret i64 %xyz
}

; Whether no block of a begun task is left to be claimed, or none is to be run any more.
define internal i1 @exhausted(ptr %task) #0 {
  %blocks.p = getelementptr %Task, ptr %task, i32 0, i32 20
  %blocks = load i64, ptr %blocks.p
  %next.p = getelementptr %Task, ptr %task, i32 0, i32 22
  %next = load atomic i64, ptr %next.p monotonic, align 8
  %all = icmp uge i64 %next, %blocks
  %trap.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 3
  %trap = load atomic i32, ptr %trap.p monotonic, align 4
  %trapped = icmp ne i32 %trap, 0
  %r = or i1 %all, %trapped
  ret i1 %r
}

; Claim ranges of blocks and run them, until none is left, a thread has trapped, or `deadline` is over. Notes how long a block
; takes.
define internal void @run_ranges(ptr %task, i64 %deadline) #0 {
entry:
  %entry.p = getelementptr %Task, ptr %task, i32 0, i32 18
  %function = load ptr, ptr %entry.p
  %arguments.p = getelementptr %Task, ptr %task, i32 0, i32 19
  %arguments = load ptr, ptr %arguments.p
  %blocks.p = getelementptr %Task, ptr %task, i32 0, i32 20
  %blocks = load i64, ptr %blocks.p
  %range.p = getelementptr %Task, ptr %task, i32 0, i32 21
  %range = load i64, ptr %range.p
  %code.p = getelementptr %Task, ptr %task, i32 0, i32 17
  %code = load ptr, ptr %code.p
  %next.p = getelementptr %Task, ptr %task, i32 0, i32 22
  %trap.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 3
  br label %head

head:
  %trap = load atomic i32, ptr %trap.p monotonic, align 4
  %trapped = icmp ne i32 %trap, 0
  br i1 %trapped, label %out, label %claim

claim:
  %first = atomicrmw add ptr %next.p, i64 %range monotonic
  %some = icmp ult i64 %first, %blocks
  br i1 %some, label %run, label %out

run:
  %left = sub i64 %blocks, %first
  %n = call i64 @llvm.umin.i64(i64 %left, i64 %range)
  %last = add i64 %first, %n
  %from = call i64 @now()
  call void %function(ptr %arguments, i64 %first, i64 %last, ptr %task)
  %to = call i64 @now()
  %none = icmp eq ptr %code, null
  br i1 %none, label %on, label %note

note:
  %took = sub i64 %to, %from
  %each = udiv i64 %took, %n
  %cost = add i64 %each, 1
  %cost.p = getelementptr %Code, ptr %code, i32 0, i32 1
  store atomic i64 %cost, ptr %cost.p monotonic, align 8
  br label %on

on:
  %late = icmp uge i64 %to, %deadline
  br i1 %late, label %out, label %head

out:
  ret void
}

; --------------------------------------------------------------------------------------------------------- waiting ----

; Wait until `task` has settled, or the monotonic clock shows `deadline` (nanoseconds): whether it has.
;
; The caller runs what is at the head of the queue if that is no newer than `task` (and so may be in its way), and a range of it
; is known to take no more than `help` nanoseconds: nothing can interrupt that. Sleeps only if `sleeps`.
define i1 @periclase_task_wait(ptr %task, i64 %deadline, i64 %help, i1 %sleeps) #0 {
entry:
  %time = alloca %Time, align 8
  %ex.p = getelementptr %Task, ptr %task, i32 0, i32 8
  %ex = load ptr, ptr %ex.p
  %status.p = getelementptr %Task, ptr %task, i32 0, i32 1
  %head.p = getelementptr %Executor, ptr %ex, i32 0, i32 3
  %queued.p = getelementptr %Executor, ptr %ex, i32 0, i32 6
  %waited.p = getelementptr %Task, ptr %task, i32 0, i32 16
  %settled.cond = getelementptr %Executor, ptr %ex, i32 0, i32 2
  %seconds = udiv i64 %deadline, 1000000000
  %nanoseconds = urem i64 %deadline, 1000000000
  store i64 %seconds, ptr %time
  %time.ns = getelementptr %Time, ptr %time, i32 0, i32 1
  store i64 %nanoseconds, ptr %time.ns
  %expected.p = getelementptr %Executor, ptr %ex, i32 0, i32 18
  store atomic i32 0, ptr %expected.p monotonic, align 4            ; here it is
  br label %spin

spin:                                                 ; without the mutex, for a moment
  %k = phi i64 [ 0, %entry ], [ %k.next, %spin.on ], [ 0, %brief ]
  %minds.queue = phi i1 [ true, %entry ], [ %minds.queue, %spin.on ], [ false, %brief ]
  %status.0 = load atomic i32, ptr %status.p acquire, align 4
  %settled.0 = icmp ne i32 %status.0, 0
  br i1 %settled.0, label %yes, label %spin.queue

spin.queue:
  %queued = load atomic i32, ptr %queued.p monotonic, align 4
  %some.queued = icmp ne i32 %queued, 0
  %come = and i1 %some.queued, %minds.queue
  %k.next = add i64 %k, 1
  %over = icmp uge i64 %k.next, 512
  %end = or i1 %come, %over
  br i1 %end, label %enter, label %spin.on

spin.on:
  br label %spin

enter:
  %l = call i32 @pthread_mutex_lock(ptr %ex)
  br label %look

look:
  %status.1 = load atomic i32, ptr %status.p acquire, align 4
  %settled.1 = icmp ne i32 %status.1, 0
  br i1 %settled.1, label %unlock.yes, label %look.time

look.time:
  %now = call i64 @now()
  %late = icmp uge i64 %now, %deadline
  br i1 %late, label %unlock.no, label %look.queue

look.queue:
  %head = load ptr, ptr %head.p
  %some = icmp ne ptr %head, null
  br i1 %some, label %consider, label %idle

consider:
  %may = call i1 @may_help(ptr %ex, ptr %head, ptr %task, i64 %help)
  br i1 %may, label %help.it, label %idle

help.it:
  call void @call_workers(ptr %ex, i32 1)
  call void @run_head(ptr %ex, i64 %deadline)
  br label %look

idle:
  br i1 %sleeps, label %sleep, label %brief

brief:
  call void @call_workers(ptr %ex, i32 0)             ; for what became ready while it helped
  %u.brief = call i32 @pthread_mutex_unlock(ptr %ex)
  br label %spin

sleep:
  call void @call_workers(ptr %ex, i32 0)
  store i32 1, ptr %waited.p
  %w = call i32 @pthread_cond_timedwait(ptr %settled.cond, ptr %ex, ptr %time)
  br label %look

unlock.yes:
  call void @call_workers(ptr %ex, i32 0)
  %u0 = call i32 @pthread_mutex_unlock(ptr %ex)
  br label %yes

unlock.no:
  call void @call_workers(ptr %ex, i32 0)
  %u1 = call i32 @pthread_mutex_unlock(ptr %ex)
  ret i1 false

yes:
  ret i1 true
}

; Whether one that waits for `task`, and has `budget` nanoseconds, may run `head`. Where no worker can be had, he must. That none
; has been started yet is another matter: `head` may run for ever, and he may have but a moment.
define internal i1 @may_help(ptr %ex, ptr %head, ptr %task, i64 %budget) #0 {
entry:
  %workers.p = getelementptr %Executor, ptr %ex, i32 0, i32 8
  %workers = load i32, ptr %workers.p
  %none.yet = icmp eq i32 %workers, 0
  br i1 %none.yet, label %start, label %afford

start:
  call void @call_workers(ptr %ex, i32 0)
  %workers.now = load i32, ptr %workers.p
  %nobody = icmp eq i32 %workers.now, 0
  br i1 %nobody, label %yes, label %afford

yes:
  ret i1 true

afford:
  %any = icmp ne i64 %budget, 0
  br i1 %any, label %order, label %no

order:
  %head.number.p = getelementptr %Task, ptr %head, i32 0, i32 7
  %head.number = load i64, ptr %head.number.p
  %number.p = getelementptr %Task, ptr %task, i32 0, i32 7
  %number = load i64, ptr %number.p
  %newer = icmp ugt i64 %head.number, %number
  br i1 %newer, label %no, label %kind

kind:
  %kind.p = getelementptr %Task, ptr %head, i32 0, i32 3
  %kind.n = load i32, ptr %kind.p
  %amount.p = getelementptr %Task, ptr %head, i32 0, i32 20
  %amount = load i64, ptr %amount.p
  %copies = icmp eq i32 %kind.n, 1
  br i1 %copies, label %copy, label %kernel

copy:                                                 ; about a byte a nanosecond, where it is not in a cache
  %copy.ok = icmp ule i64 %amount, %budget
  ret i1 %copy.ok

kernel:
  %code.p = getelementptr %Task, ptr %head, i32 0, i32 17
  %code = load ptr, ptr %code.p
  %none = icmp eq ptr %code, null
  br i1 %none, label %no, label %cost

cost:
  %cost.p = getelementptr %Code, ptr %code, i32 0, i32 1
  %a.block = load atomic i64, ptr %cost.p monotonic, align 8
  %range.p = getelementptr %Task, ptr %head, i32 0, i32 21
  %range = load i64, ptr %range.p                     ; 0 where a dynamic count has not been read
  %known.cost = icmp ne i64 %a.block, 0
  %known.range = icmp ne i64 %range, 0
  %known = and i1 %known.cost, %known.range
  br i1 %known, label %compare, label %no

compare:
  %affordable = udiv i64 %budget, %a.block
  %ok = icmp ule i64 %range, %affordable
  ret i1 %ok

no:
  ret i1 false
}

; The monotonic clock, in nanoseconds: what Python's `time.perf_counter_ns` shows.
define i64 @periclase_now() #0 {
  %r = call i64 @now()
  ret i64 %r
}

define internal i64 @now() #0 {
  %time = alloca %Time, align 8
  %c = call i32 @clock_gettime(i32 1, ptr %time)      ; CLOCK_MONOTONIC
  %s = load i64, ptr %time
  %ns.p = getelementptr %Time, ptr %time, i32 0, i32 1
  %ns = load i64, ptr %ns.p
  %whole = mul i64 %s, 1000000000
  %r = add i64 %whole, %ns
  ret i64 %r
}
