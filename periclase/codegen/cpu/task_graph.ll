; The graph of tasks: what waits for what, and how it settles. A part of the task executor (task_executor.ll).

; A new task with one reference, its maker's, and room behind it for `edges`, `guards` and `bytes` of arguments; all zero. Null
; if there is no memory.
define ptr @periclase_task_new(ptr %ex, i32 %kind, i64 %edges, i64 %guards, i64 %bytes) #0 {
  %header = ptrtoint ptr getelementptr (%Task, ptr null, i32 1) to i64
  %edge.size = ptrtoint ptr getelementptr (%Edge, ptr null, i32 1) to i64
  %edges.bytes = mul i64 %edges, %edge.size
  %guards.bytes = mul i64 %guards, 8
  %guards.at = add i64 %header, %edges.bytes
  %arguments.at.0 = add i64 %guards.at, %guards.bytes
  %arguments.at.1 = add i64 %arguments.at.0, 15
  %arguments.at = and i64 %arguments.at.1, -16
  %size = add i64 %arguments.at, %bytes
  %task = call ptr @calloc(i64 1, i64 %size)
  %none = icmp eq ptr %task, null
  br i1 %none, label %out, label %fill

fill:
  call void @retain_executor(ptr %ex)
  %refs.p = getelementptr %Task, ptr %task, i32 0, i32 2
  store i32 1, ptr %refs.p
  %kind.p = getelementptr %Task, ptr %task, i32 0, i32 3
  store i32 %kind, ptr %kind.p
  %manual = icmp eq i32 %kind, 3
  %missing = zext i1 %manual to i32                   ; a manual task waits for `periclase_task_complete` as well
  %missing.p = getelementptr %Task, ptr %task, i32 0, i32 13
  store i32 %missing, ptr %missing.p
  %ex.p = getelementptr %Task, ptr %task, i32 0, i32 8
  store ptr %ex, ptr %ex.p
  %arguments = getelementptr i8, ptr %task, i64 %arguments.at
  %arguments.p = getelementptr %Task, ptr %task, i32 0, i32 19
  store ptr %arguments, ptr %arguments.p
  %guards.first = getelementptr i8, ptr %task, i64 %guards.at
  %guards.p = getelementptr %Task, ptr %task, i32 0, i32 24
  store ptr %guards.first, ptr %guards.p
  %guards.n.p = getelementptr %Task, ptr %task, i32 0, i32 25
  store i64 %guards, ptr %guards.n.p
  %edges.first = getelementptr i8, ptr %task, i64 %header
  %edges.p = getelementptr %Task, ptr %task, i32 0, i32 26
  store ptr %edges.first, ptr %edges.p
  %edges.n.p = getelementptr %Task, ptr %task, i32 0, i32 27
  store i64 %edges, ptr %edges.n.p
  br label %out

out:
  ret ptr %task
}

define void @periclase_task_retain(ptr %task) #0 {
  %refs.p = getelementptr %Task, ptr %task, i32 0, i32 2
  %old = atomicrmw add ptr %refs.p, i32 1 monotonic
  ret void
}

; Give up one reference; the last one frees the task. Its executor outlives that: whoever calls this under the mutex holds
; another reference to it.
define void @periclase_task_release(ptr %task) #0 {
  %refs.p = getelementptr %Task, ptr %task, i32 0, i32 2
  %old = atomicrmw sub ptr %refs.p, i32 1 acq_rel
  %last = icmp eq i32 %old, 1
  br i1 %last, label %drop, label %out

drop:
  call void @drop_guards(ptr %task)
  call void @drop_edges(ptr %task)
  call void @drop_code(ptr %task)
  %ex.p = getelementptr %Task, ptr %task, i32 0, i32 8
  %ex = load ptr, ptr %ex.p
  call void @free(ptr %task)
  call void @release_executor(ptr %ex)
  br label %out

out:
  ret void
}

; Give up the references of a task's guards: those of a settled task are needed no more.
define internal void @drop_guards(ptr %task) #0 {
entry:
  %guards.p = getelementptr %Task, ptr %task, i32 0, i32 24
  %guards = load ptr, ptr %guards.p
  %n.p = getelementptr %Task, ptr %task, i32 0, i32 25
  %n = load i64, ptr %n.p
  store i64 0, ptr %n.p
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %look, label %out

look:
  %guard.p = getelementptr ptr, ptr %guards, i64 %i
  %guard = load ptr, ptr %guard.p
  %guard.bits = ptrtoint ptr %guard to i64
  %is.task = icmp ugt i64 %guard.bits, 1
  br i1 %is.task, label %release, label %next

release:
  call void @periclase_task_release(ptr %guard)
  br label %next

next:
  %i.next = add i64 %i, 1
  br label %head

out:
  ret void
}

; Give up what the edges of a task hold before they are in the graph.
define internal void @drop_edges(ptr %task) #0 {
entry:
  %edges.p = getelementptr %Task, ptr %task, i32 0, i32 26
  %edges = load ptr, ptr %edges.p
  %n.p = getelementptr %Task, ptr %task, i32 0, i32 27
  %n = load i64, ptr %n.p
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %look, label %out

look:
  %awaited.p = getelementptr %Edge, ptr %edges, i64 %i, i32 2
  %awaited = load ptr, ptr %awaited.p
  %is.task = icmp ne ptr %awaited, null
  br i1 %is.task, label %release, label %next

release:
  store ptr null, ptr %awaited.p
  call void @periclase_task_release(ptr %awaited)
  br label %next

next:
  %i.next = add i64 %i, 1
  br label %head

out:
  ret void
}

define internal void @drop_code(ptr %task) #0 {
  %code.p = getelementptr %Task, ptr %task, i32 0, i32 17
  %code = load ptr, ptr %code.p
  %none = icmp eq ptr %code, null
  br i1 %none, label %out, label %drop

drop:
  store ptr null, ptr %code.p
  call void @periclase_code_release(ptr %code)
  br label %out

out:
  ret void
}

; Let a task, all filled in, into the graph: it waits for those of its edges that have not settled.
define void @periclase_task_enter(ptr %task) #0 {
entry:
  %ex.p = getelementptr %Task, ptr %task, i32 0, i32 8
  %ex = load ptr, ptr %ex.p
  call void @periclase_task_retain(ptr %task)         ; until it has settled
  %kind.p = getelementptr %Task, ptr %task, i32 0, i32 3
  %kind = load i32, ptr %kind.p
  %kernel = icmp eq i32 %kind, 0
  %count.p = getelementptr %Task, ptr %task, i32 0, i32 23
  %count = load ptr, ptr %count.p
  %static = icmp eq ptr %count, null
  %plan = and i1 %kernel, %static
  br i1 %plan, label %cut, label %lock

cut:
  call void @cut_grid(ptr %ex, ptr %task)
  br label %lock

lock:
  %l = call i32 @pthread_mutex_lock(ptr %ex)
  %latest.p = getelementptr %Executor, ptr %ex, i32 0, i32 14
  %latest = load i64, ptr %latest.p
  %number = add i64 %latest, 1
  store i64 %number, ptr %latest.p
  %number.p = getelementptr %Task, ptr %task, i32 0, i32 7
  store i64 %number, ptr %number.p
  %unsettled.p = getelementptr %Executor, ptr %ex, i32 0, i32 15
  %unsettled = load i64, ptr %unsettled.p
  %unsettled.next = add i64 %unsettled, 1
  store i64 %unsettled.next, ptr %unsettled.p
  %first.p = getelementptr %Executor, ptr %ex, i32 0, i32 5
  %first = load ptr, ptr %first.p
  %behind.p = getelementptr %Task, ptr %task, i32 0, i32 12
  store ptr %first, ptr %behind.p
  store ptr %task, ptr %first.p
  %alone = icmp eq ptr %first, null
  br i1 %alone, label %connect, label %neighbour

neighbour:
  %first.before.p = getelementptr %Task, ptr %first, i32 0, i32 11
  store ptr %task, ptr %first.before.p
  br label %connect

connect:
  %edges.p = getelementptr %Task, ptr %task, i32 0, i32 26
  %edges = load ptr, ptr %edges.p
  %n.p = getelementptr %Task, ptr %task, i32 0, i32 27
  %n = load i64, ptr %n.p
  %missing.p = getelementptr %Task, ptr %task, i32 0, i32 13
  br label %head

head:
  %i = phi i64 [ 0, %connect ], [ %i.next, %next ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %look, label %connected

look:
  %edge = getelementptr %Edge, ptr %edges, i64 %i
  %awaited.p = getelementptr %Edge, ptr %edge, i32 0, i32 2
  %awaited = load ptr, ptr %awaited.p
  %none = icmp eq ptr %awaited, null
  br i1 %none, label %next, label %ask

ask:
  %status.p = getelementptr %Task, ptr %awaited, i32 0, i32 1
  %status = load i32, ptr %status.p
  %settled = icmp ne i32 %status, 0
  br i1 %settled, label %next, label %link

link:
  %followers.p = getelementptr %Task, ptr %awaited, i32 0, i32 9
  %followers = load ptr, ptr %followers.p
  store ptr %followers, ptr %edge
  %follower.p = getelementptr %Edge, ptr %edge, i32 0, i32 1
  store ptr %task, ptr %follower.p
  store ptr %edge, ptr %followers.p
  %missing = load i32, ptr %missing.p
  %missing.next = add i32 %missing, 1
  store i32 %missing.next, ptr %missing.p
  br label %next

next:
  %i.next = add i64 %i, 1
  br label %head

connected:
  %missing.all = load i32, ptr %missing.p
  %ready = icmp eq i32 %missing.all, 0
  br i1 %ready, label %go, label %unlock

go:
  call void @make_ready(ptr %ex, ptr %task)
  %expected.p = getelementptr %Executor, ptr %ex, i32 0, i32 18
  %expected = load atomic i32, ptr %expected.p monotonic, align 4
  call void @call_workers(ptr %ex, i32 %expected)
  br label %unlock

unlock:
  call void @drop_edges(ptr %task)                    ; those that it waits for are kept by the graph
  %u = call i32 @pthread_mutex_unlock(ptr %ex)
  ret void
}

; A manual task is over: it settles, or does so when the last of what it waits for has. It has failed if `reason` is not 0. Once.
define void @periclase_task_complete(ptr %task, i32 %reason) #0 {
  %ex.p = getelementptr %Task, ptr %task, i32 0, i32 8
  %ex = load ptr, ptr %ex.p
  %l = call i32 @pthread_mutex_lock(ptr %ex)
  %kind.p = getelementptr %Task, ptr %task, i32 0, i32 3
  %kind = load i32, ptr %kind.p
  %manual = icmp eq i32 %kind, 3
  %begun.p = getelementptr %Task, ptr %task, i32 0, i32 15
  %begun = load i32, ptr %begun.p
  %fresh = icmp eq i32 %begun, 0
  %status.p = getelementptr %Task, ptr %task, i32 0, i32 1
  %status = load i32, ptr %status.p
  %pending = icmp eq i32 %status, 0
  %first = and i1 %manual, %fresh
  %do = and i1 %first, %pending
  br i1 %do, label %count, label %out

count:
  store i32 1, ptr %begun.p
  %reason.p = getelementptr %Task, ptr %task, i32 0, i32 4
  store i32 %reason, ptr %reason.p
  %missing.p = getelementptr %Task, ptr %task, i32 0, i32 13
  %missing = load i32, ptr %missing.p
  %left = sub i32 %missing, 1
  store i32 %left, ptr %missing.p
  %ready = icmp eq i32 %left, 0
  br i1 %ready, label %go, label %out

go:
  call void @make_ready(ptr %ex, ptr %task)
  call void @call_workers(ptr %ex, i32 0)
  br label %out

out:
  %u = call i32 @pthread_mutex_unlock(ptr %ex)
  ret void
}

; Under the mutex: nothing is missing any more. Work goes to the queue, to which the caller then has workers come; markers and
; manual tasks settle.
define internal void @make_ready(ptr %ex, ptr %task) #0 {
  %kind.p = getelementptr %Task, ptr %task, i32 0, i32 3
  %kind = load i32, ptr %kind.p
  %work = icmp ult i32 %kind, 2
  br i1 %work, label %push, label %mark

push:
  call void @push_last(ptr %ex, ptr %task)
  ret void

mark:
  %outcome = call i32 @end_without_work(ptr %task)
  call void @settle(ptr %ex, ptr %task, i32 %outcome)
  ret void
}

; How a marker or a manual task ends: there may be a reason why it has failed.
define internal i32 @end_without_work(ptr %task) #0 {
  %reason.p = getelementptr %Task, ptr %task, i32 0, i32 4
  %reason = load i32, ptr %reason.p
  %done = icmp eq i32 %reason, 0
  %outcome = select i1 %done, i32 1, i32 3
  ret i32 %outcome
}

; Under the mutex: `task` has ended with `outcome`. Whoever waited for nothing else is ready; markers among them settle too, one
; after another in a list (through %Task.next), since a chain of them may be long.
define internal void @settle(ptr %ex, ptr %task.0, i32 %outcome.0) #0 {
entry:
  %next.0.p = getelementptr %Task, ptr %task.0, i32 0, i32 10
  store ptr null, ptr %next.0.p
  br label %each

each:
  %task = phi ptr [ %task.0, %entry ], [ %list, %more ]
  %outcome = phi i32 [ %outcome.0, %entry ], [ %outcome.next, %more ]
  %next.p = getelementptr %Task, ptr %task, i32 0, i32 10
  %rest = load ptr, ptr %next.p
  %ended.p = getelementptr %Task, ptr %task, i32 0, i32 6
  %now = call i64 @now()
  store i64 %now, ptr %ended.p
  %began.p = getelementptr %Task, ptr %task, i32 0, i32 5
  %began = load i64, ptr %began.p
  %never = icmp eq i64 %began, 0
  %began.new = select i1 %never, i64 %now, i64 %began
  store i64 %began.new, ptr %began.p
  %status.p = getelementptr %Task, ptr %task, i32 0, i32 1
  store atomic i32 %outcome, ptr %status.p release, align 4
  call void @forget(ptr %ex, ptr %task)
  call void @drop_guards(ptr %task)
  call void @drop_code(ptr %task)
  %waited.p = getelementptr %Task, ptr %task, i32 0, i32 16
  %waited = load i32, ptr %waited.p
  %tell = icmp ne i32 %waited, 0
  br i1 %tell, label %wake, label %follow

wake:
  %settled = getelementptr %Executor, ptr %ex, i32 0, i32 2
  %b = call i32 @pthread_cond_broadcast(ptr %settled)
  br label %follow

follow:
  %followers.p = getelementptr %Task, ptr %task, i32 0, i32 9
  %followers = load ptr, ptr %followers.p
  store ptr null, ptr %followers.p
  br label %head

head:
  %edge = phi ptr [ %followers, %follow ], [ %edge.next, %next ]
  %list = phi ptr [ %rest, %follow ], [ %list.next, %next ]
  %none = icmp eq ptr %edge, null
  br i1 %none, label %free, label %count

count:
  %edge.next = load ptr, ptr %edge
  %follower.p = getelementptr %Edge, ptr %edge, i32 0, i32 1
  %follower = load ptr, ptr %follower.p
  %missing.p = getelementptr %Task, ptr %follower, i32 0, i32 13
  %missing = load i32, ptr %missing.p
  %left = sub i32 %missing, 1
  store i32 %left, ptr %missing.p
  %ready = icmp eq i32 %left, 0
  br i1 %ready, label %sort, label %next

sort:
  %kind.p = getelementptr %Task, ptr %follower, i32 0, i32 3
  %kind = load i32, ptr %kind.p
  %work = icmp ult i32 %kind, 2
  br i1 %work, label %push, label %mark

push:
  call void @push_last(ptr %ex, ptr %follower)
  br label %next

mark:
  %follower.next.p = getelementptr %Task, ptr %follower, i32 0, i32 10
  store ptr %list, ptr %follower.next.p
  br label %next

next:
  %list.next = phi ptr [ %list, %count ], [ %list, %push ], [ %follower, %mark ]
  br label %head

free:
  call void @periclase_task_release(ptr %task)
  %done = icmp eq ptr %list, null
  br i1 %done, label %out, label %more

more:
  %outcome.next = call i32 @end_without_work(ptr %list)
  br label %each

out:
  ret void
}

; Under the mutex: take a task off the list of the unsettled.
define internal void @forget(ptr %ex, ptr %task) #0 {
entry:
  %before.p = getelementptr %Task, ptr %task, i32 0, i32 11
  %before = load ptr, ptr %before.p
  %behind.p = getelementptr %Task, ptr %task, i32 0, i32 12
  %behind = load ptr, ptr %behind.p
  %is.first = icmp eq ptr %before, null
  %first.p = getelementptr %Executor, ptr %ex, i32 0, i32 5
  %before.behind.p = getelementptr %Task, ptr %before, i32 0, i32 12
  %link.p = select i1 %is.first, ptr %first.p, ptr %before.behind.p
  store ptr %behind, ptr %link.p
  %is.last = icmp eq ptr %behind, null
  br i1 %is.last, label %count, label %back

back:
  %behind.before.p = getelementptr %Task, ptr %behind, i32 0, i32 11
  store ptr %before, ptr %behind.before.p
  br label %count

count:
  %unsettled.p = getelementptr %Executor, ptr %ex, i32 0, i32 15
  %unsettled = load i64, ptr %unsettled.p
  %unsettled.next = sub i64 %unsettled, 1
  store i64 %unsettled.next, ptr %unsettled.p
  ret void
}

