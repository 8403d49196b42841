; The task executor: worker threads, and a graph of tasks that wait for one another. It knows nothing of Python.
;
; A task begins when all that it waits for has settled (%Task.missing is 0); then it is in the queue. The worker that takes it
; from there walks its guards (those of its dynamic count, reads that, then the others), and runs it. A grid is cut into ranges of blocks, which workers claim
; with an atomic addition; while there are any, the task stays at the head of the queue, so that others come and join.
;
; One mutex guards the graph and the queue. It is held for some dozens of instructions at a time, never while a kernel runs.
; Outside of it there are only `Task.status` (written once, released after everything else), `Task.next_block`, `Task.trap` (of
; the kernels, see block_driver.ll), `Executor.queued` (spinning workers look at it) and counts of references.
;
; No wake-up is lost: a worker goes to sleep under the mutex, and only where the queue is empty; whoever adds to the queue
; does so under the mutex, and then gives out one token for each worker that is to wake (`call_workers`).
;
; Kept in step with runtime/backends/cpu/native_executor.py (%Task up to `ended`, reasons, kinds) and task_binding.ll.

; See block_driver.ll.
%Launch = type { [3 x i32], [3 x i32], i64, i32, i32, [3 x i32], [3 x i32] }

; A piece of work.
;   0 launch (of a kernel)      1 status (an outcome, see runtime/outcome.py)    2 references
;   3 kind: 0 kernel, 1 copy, 2 marker, 3 manual     4 reason of a failure: 1 trap, 2 dynamic count, 3 lost in a fork, 4 by `fail`
;   5 began, 6 ended: nanoseconds of the monotonic clock                         7 number, in the order of submission
;   8 executor      9 edges to those who wait for it     10 next in the queue    11, 12 neighbours among the unsettled
;   13 missing: settled works that it still waits for    14 active: threads that run ranges of it     15 begun
;   16 waited: somebody sleeps until it has settled      17 code (%Code, or null)
;   18 entry | target of a copy     19 arguments | source of a copy
;   20 blocks | bytes of a copy     21 blocks of a range     22 next block to be claimed
;   23 address of the dynamic count, or null             24 guards, 25 how many     26 edges, 27 how many
;   28 how many of the guards are of the dynamic count: the first ones
;
; Guards: the writers of each read, newest first, each group ended by null; 1 stands for bytes that had failed.
%Task = type {
  %Launch, i32, i32,
  i32, i32,
  i64, i64, i64,
  ptr, ptr, ptr, ptr, ptr,
  i32, i32, i32, i32, ptr,
  ptr, ptr, i64, i64, i64,
  ptr, ptr, i64, ptr, i64, i64 }

; "`follower` waits for `awaited`": the next edge of `awaited`, follower, awaited. Owned by the follower.
%Edge = type { ptr, ptr, ptr }

; Machine code that tasks run: references, nanoseconds that a block took lately (0: not known), its mapping and bytes (or 0), the
; entry of the kernel.
%Code = type { i32, i64, ptr, i64, ptr }

;   0 mutex, 1 condition of the workers, 2 condition of those who wait (each with room for any Linux)
;   3 head of the queue, 4 tail     5 first of the unsettled     6 queued     7 limit of workers
;   8 workers      9 sleeping       10 spinning      11 tokens   12 stop: 1 when the queue is empty, 2 at once
;   13 references: the owner, each worker, each task             14 number of the latest task     15 unsettled tasks
;   16, 17 neighbours among all executors
;   18 expected: 1 while a thread that submits is about to wait, so that for a single task no worker need be woken
%Executor = type {
  [64 x i8], [64 x i8], [64 x i8],
  ptr, ptr, ptr, i32, i32,
  i32, i32, i32, i32, i32,
  i32, i64, i64,
  ptr, ptr, i32 }

%Time = type { i64, i64 }

declare noalias ptr @calloc(i64, i64) nounwind
declare void @free(ptr) nounwind
declare ptr @memcpy(ptr, ptr, i64) nounwind
declare i32 @munmap(ptr, i64) nounwind
declare i32 @clock_gettime(i32, ptr) nounwind
declare i32 @sigfillset(ptr) nounwind
declare i32 @pthread_sigmask(i32, ptr, ptr) nounwind
declare ptr @pthread_self() nounwind
declare i32 @pthread_setname_np(ptr, ptr) nounwind
declare i32 @pthread_attr_init(ptr) nounwind
declare i32 @pthread_attr_setdetachstate(ptr, i32) nounwind
declare i32 @pthread_attr_destroy(ptr) nounwind
declare i32 @pthread_create(ptr, ptr, ptr, ptr) nounwind
declare i32 @pthread_mutex_init(ptr, ptr) nounwind
declare i32 @pthread_mutex_destroy(ptr) nounwind
declare i32 @pthread_mutex_lock(ptr) nounwind
declare i32 @pthread_mutex_unlock(ptr) nounwind
declare i32 @pthread_condattr_init(ptr) nounwind
declare i32 @pthread_condattr_setclock(ptr, i32) nounwind
declare i32 @pthread_condattr_destroy(ptr) nounwind
declare i32 @pthread_cond_init(ptr, ptr) nounwind
declare i32 @pthread_cond_destroy(ptr) nounwind
declare i32 @pthread_cond_wait(ptr, ptr) nounwind
declare i32 @pthread_cond_timedwait(ptr, ptr, ptr) nounwind
declare i32 @pthread_cond_signal(ptr) nounwind
declare i32 @pthread_cond_broadcast(ptr) nounwind
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i32 @llvm.usub.sat.i32(i32, i32)

; What glibc has of `pthread_atfork`, and what other C libraries have: one of them is null.
declare extern_weak i32 @__register_atfork(ptr, ptr, ptr, ptr) nounwind
declare extern_weak i32 @pthread_atfork(ptr, ptr, ptr) nounwind

@executors = internal global ptr null                 ; all of this process, under their own mutex
@executors_mutex = internal global [64 x i8] zeroinitializer, align 16

@worker_name = private unnamed_addr constant [14 x i8] c"periclase-cpu\00"

; ------------------------------------------------------------------------------------------------------- executors ----

; A new executor of at most `limit` workers, or null. Threads are started as work comes.
define ptr @periclase_executor_new(i32 %limit) #0 {
  %size = ptrtoint ptr getelementptr (%Executor, ptr null, i32 1) to i64
  %ex = call ptr @calloc(i64 1, i64 %size)
  %none = icmp eq ptr %ex, null
  br i1 %none, label %out, label %fill

fill:
  call void @make_locks(ptr %ex)
  %limit.p = getelementptr %Executor, ptr %ex, i32 0, i32 7
  store i32 %limit, ptr %limit.p
  %refs.p = getelementptr %Executor, ptr %ex, i32 0, i32 13
  store i32 1, ptr %refs.p
  %l = call i32 @pthread_mutex_lock(ptr @executors_mutex)
  %first = load ptr, ptr @executors
  %behind.p = getelementptr %Executor, ptr %ex, i32 0, i32 17
  store ptr %first, ptr %behind.p
  store ptr %ex, ptr @executors
  %only = icmp eq ptr %first, null
  br i1 %only, label %linked, label %neighbour

neighbour:
  %before.p = getelementptr %Executor, ptr %first, i32 0, i32 16
  store ptr %ex, ptr %before.p
  br label %linked

linked:
  %u = call i32 @pthread_mutex_unlock(ptr @executors_mutex)
  br label %out

out:
  ret ptr %ex
}

; The mutex and the conditions, as new. Conditions go by the monotonic clock.
define internal void @make_locks(ptr %ex) #0 {
  %attribute = alloca [64 x i8], align 16
  %mutex = call i32 @pthread_mutex_init(ptr %ex, ptr null)
  %a0 = call i32 @pthread_condattr_init(ptr %attribute)
  %a1 = call i32 @pthread_condattr_setclock(ptr %attribute, i32 1)
  %work = getelementptr %Executor, ptr %ex, i32 0, i32 1
  %c0 = call i32 @pthread_cond_init(ptr %work, ptr %attribute)
  %settled = getelementptr %Executor, ptr %ex, i32 0, i32 2
  %c1 = call i32 @pthread_cond_init(ptr %settled, ptr %attribute)
  %a2 = call i32 @pthread_condattr_destroy(ptr %attribute)
  ret void
}

define internal void @retain_executor(ptr %ex) #0 {
  %refs.p = getelementptr %Executor, ptr %ex, i32 0, i32 13
  %old = atomicrmw add ptr %refs.p, i32 1 monotonic
  ret void
}

; Give up one reference. Not under its mutex.
define internal void @release_executor(ptr %ex) #0 {
  %refs.p = getelementptr %Executor, ptr %ex, i32 0, i32 13
  %old = atomicrmw sub ptr %refs.p, i32 1 acq_rel
  %last = icmp eq i32 %old, 1
  br i1 %last, label %drop, label %out

drop:
  call void @forget_executor(ptr %ex)
  %work = getelementptr %Executor, ptr %ex, i32 0, i32 1
  %settled = getelementptr %Executor, ptr %ex, i32 0, i32 2
  %d0 = call i32 @pthread_cond_destroy(ptr %work)
  %d1 = call i32 @pthread_cond_destroy(ptr %settled)
  %d2 = call i32 @pthread_mutex_destroy(ptr %ex)
  call void @free(ptr %ex)
  br label %out

out:
  ret void
}

define internal void @forget_executor(ptr %ex) #0 {
entry:
  %l = call i32 @pthread_mutex_lock(ptr @executors_mutex)
  %before.p = getelementptr %Executor, ptr %ex, i32 0, i32 16
  %before = load ptr, ptr %before.p
  %behind.p = getelementptr %Executor, ptr %ex, i32 0, i32 17
  %behind = load ptr, ptr %behind.p
  %is.first = icmp eq ptr %before, null
  %before.behind.p = getelementptr %Executor, ptr %before, i32 0, i32 17
  %link.p = select i1 %is.first, ptr @executors, ptr %before.behind.p
  store ptr %behind, ptr %link.p
  %is.last = icmp eq ptr %behind, null
  br i1 %is.last, label %out, label %back

back:
  %behind.before.p = getelementptr %Executor, ptr %behind, i32 0, i32 16
  store ptr %before, ptr %behind.before.p
  br label %out

out:
  %u = call i32 @pthread_mutex_unlock(ptr @executors_mutex)
  ret void
}

; Let the workers go: when the queue is empty (`how` 1), or as soon as each has done what it is at (2). The owner's reference
; goes with it if `release`.
define void @periclase_executor_stop(ptr %ex, i32 %how, i1 %release) #0 {
  %l = call i32 @pthread_mutex_lock(ptr %ex)
  %stop.p = getelementptr %Executor, ptr %ex, i32 0, i32 12
  store i32 %how, ptr %stop.p
  %work = getelementptr %Executor, ptr %ex, i32 0, i32 1
  %b = call i32 @pthread_cond_broadcast(ptr %work)
  %u = call i32 @pthread_mutex_unlock(ptr %ex)
  br i1 %release, label %drop, label %out

drop:
  call void @release_executor(ptr %ex)
  br label %out

out:
  ret void
}

; How many tasks have not settled.
define i64 @periclase_executor_unsettled(ptr %ex) #0 {
  %l = call i32 @pthread_mutex_lock(ptr %ex)
  %unsettled.p = getelementptr %Executor, ptr %ex, i32 0, i32 15
  %n = load i64, ptr %unsettled.p
  %u = call i32 @pthread_mutex_unlock(ptr %ex)
  ret i64 %n
}

; ----------------------------------------------------------------------------------------------------------- forks ----

; Have the C library call the three below around each fork of the process. Python's own hooks will not do: between them and the
; fork another thread may run, and wait for a mutex that is held here with the interpreter lock that is needed here.
define void @periclase_watch_forks() #0 {
entry:
  %glibc = icmp ne ptr @__register_atfork, null
  br i1 %glibc, label %register, label %look

register:
  %r = call i32 @__register_atfork(ptr @before_fork, ptr @after_fork_in_parent, ptr @after_fork_in_child, ptr null)
  ret void

look:
  %other = icmp ne ptr @pthread_atfork, null
  br i1 %other, label %watch, label %out

watch:
  %w = call i32 @pthread_atfork(ptr @before_fork, ptr @after_fork_in_parent, ptr @after_fork_in_child)
  ret void

out:
  ret void
}

; All mutexes are held across the fork, so that the child finds every graph whole.
define internal void @before_fork() #0 {
entry:
  %l = call i32 @pthread_mutex_lock(ptr @executors_mutex)
  %first = load ptr, ptr @executors
  br label %head

head:
  %ex = phi ptr [ %first, %entry ], [ %behind, %lock ]
  %none = icmp eq ptr %ex, null
  br i1 %none, label %out, label %lock

lock:
  %locked = call i32 @pthread_mutex_lock(ptr %ex)
  %behind.p = getelementptr %Executor, ptr %ex, i32 0, i32 17
  %behind = load ptr, ptr %behind.p
  br label %head

out:
  ret void
}

define internal void @after_fork_in_parent() #0 {
entry:
  %first = load ptr, ptr @executors
  br label %head

head:
  %ex = phi ptr [ %first, %entry ], [ %behind, %unlock ]
  %none = icmp eq ptr %ex, null
  br i1 %none, label %out, label %unlock

unlock:
  %behind.p = getelementptr %Executor, ptr %ex, i32 0, i32 17
  %behind = load ptr, ptr %behind.p
  %unlocked = call i32 @pthread_mutex_unlock(ptr %ex)
  br label %head

out:
  %u = call i32 @pthread_mutex_unlock(ptr @executors_mutex)
  ret void
}

define internal void @after_fork_in_child() #0 {
entry:
  %m = call i32 @pthread_mutex_init(ptr @executors_mutex, ptr null)
  %first = load ptr, ptr @executors
  br label %head

head:
  %ex = phi ptr [ %first, %entry ], [ %behind, %reset ]
  %none = icmp eq ptr %ex, null
  br i1 %none, label %out, label %reset

reset:
  %behind.p = getelementptr %Executor, ptr %ex, i32 0, i32 17
  %behind = load ptr, ptr %behind.p                   ; it may go with its last task
  call void @give_up(ptr %ex)
  br label %head

out:
  ret void
}

; In a child: the threads are in the parent, and so is what they were to do.
define internal void @give_up(ptr %ex) #0 {
entry:
  call void @retain_executor(ptr %ex)
  call void @make_locks(ptr %ex)
  %queue.p = getelementptr %Executor, ptr %ex, i32 0, i32 3
  store ptr null, ptr %queue.p
  %tail.p = getelementptr %Executor, ptr %ex, i32 0, i32 4
  store ptr null, ptr %tail.p
  %queued.p = getelementptr %Executor, ptr %ex, i32 0, i32 6
  store i32 0, ptr %queued.p
  %workers.p = getelementptr %Executor, ptr %ex, i32 0, i32 8
  %workers = load i32, ptr %workers.p
  store [4 x i32] zeroinitializer, ptr %workers.p     ; workers, sleeping, spinning, tokens
  %refs.p = getelementptr %Executor, ptr %ex, i32 0, i32 13
  %old = atomicrmw sub ptr %refs.p, i32 %workers monotonic
  br label %head

head:
  %first.p = getelementptr %Executor, ptr %ex, i32 0, i32 5
  %task = load ptr, ptr %first.p
  %none = icmp eq ptr %task, null
  br i1 %none, label %out, label %each

each:
  %followers.p = getelementptr %Task, ptr %task, i32 0, i32 9
  store ptr null, ptr %followers.p                    ; they are given up themselves
  %reason.p = getelementptr %Task, ptr %task, i32 0, i32 4
  store i32 3, ptr %reason.p
  call void @settle(ptr %ex, ptr %task, i32 3)
  br label %head

out:
  call void @release_executor(ptr %ex)
  ret void
}

; ------------------------------------------------------------------------------------------------------------ code ----

; A record of machine code, with one reference. The last one to go unmaps it, if `bytes` is not 0: a kernel may be dropped while
; it runs.
define ptr @periclase_code_new(ptr %entry, ptr %mapping, i64 %bytes) #0 {
  %size = ptrtoint ptr getelementptr (%Code, ptr null, i32 1) to i64
  %code = call ptr @calloc(i64 1, i64 %size)
  %none = icmp eq ptr %code, null
  br i1 %none, label %out, label %fill

fill:
  store i32 1, ptr %code
  %mapping.p = getelementptr %Code, ptr %code, i32 0, i32 2
  store ptr %mapping, ptr %mapping.p
  %bytes.p = getelementptr %Code, ptr %code, i32 0, i32 3
  store i64 %bytes, ptr %bytes.p
  %entry.p = getelementptr %Code, ptr %code, i32 0, i32 4
  store ptr %entry, ptr %entry.p
  br label %out

out:
  ret ptr %code
}

define void @periclase_code_release(ptr %code) #0 {
  %old = atomicrmw sub ptr %code, i32 1 acq_rel
  %last = icmp eq i32 %old, 1
  br i1 %last, label %drop, label %out

drop:
  %bytes.p = getelementptr %Code, ptr %code, i32 0, i32 3
  %bytes = load i64, ptr %bytes.p
  %mapped = icmp ne i64 %bytes, 0
  br i1 %mapped, label %unmap, label %delete

unmap:
  %mapping.p = getelementptr %Code, ptr %code, i32 0, i32 2
  %mapping = load ptr, ptr %mapping.p
  %m = call i32 @munmap(ptr %mapping, i64 %bytes)
  br label %delete

delete:
  call void @free(ptr %code)
  br label %out

out:
  ret void
}

