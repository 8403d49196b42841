; The task executor for Python: functions of its C interface, and the type of works. A part of the task executor
; (task_executor.ll).
;
; Functions have the convention METH_FASTCALL: `PyObject *f(PyObject *self, PyObject *const *args, Py_ssize_t nargs)`. Their `self`
; is an int, the address of the executor. They hold the interpreter lock throughout (letting go of it in a short call may cost
; five milliseconds to get it back), but for `wait`. Their callers, in runtime/backends/cpu/native_executor.py, pass the right
; number of arguments; types are checked here.
;
; A work is a Python object: its header, of @header_bytes, then the task (with one reference) and the subject of errors: the
; kernel, or what a manual work has failed with (or null).

declare ptr @PyErr_Occurred() nounwind
declare void @PyErr_SetString(ptr, ptr) nounwind
declare ptr @PyErr_NoMemory() nounwind
declare i64 @PyLong_AsUnsignedLongLong(ptr) nounwind
declare ptr @PyLong_FromUnsignedLongLong(i64) nounwind
declare ptr @PyLong_FromLong(i64) nounwind
declare ptr @PyBool_FromLong(i64) nounwind
declare ptr @PyBytes_FromStringAndSize(ptr, i64) nounwind
declare ptr @PyTuple_GetItem(ptr, i64) nounwind
declare ptr @PyObject_GetAttr(ptr, ptr) nounwind
declare i64 @PySequence_Size(ptr) nounwind
declare ptr @PySequence_GetItem(ptr, i64) nounwind
declare i32 @PyList_Append(ptr, ptr) nounwind
declare i32 @PyObject_GetBuffer(ptr, ptr, i32) nounwind
declare void @PyBuffer_Release(ptr) nounwind
declare ptr @PyType_GenericAlloc(ptr, i64) nounwind
declare ptr @PyType_GetSlot(ptr, i32) nounwind
declare void @Py_IncRef(ptr) nounwind
declare void @Py_DecRef(ptr) nounwind
declare ptr @PyEval_SaveThread() nounwind
declare void @PyEval_RestoreThread(ptr) nounwind

@PyExc_TypeError = external global ptr
@_Py_NoneStruct = external global i8

@not.work = private unnamed_addr constant [44 x i8] c"what is waited for is not of this executor.\00"

@header_bytes = internal global i64 0                 ; of a Python object: it differs with the build of Python
@work_type = internal global ptr null
@failed_bytes = internal global ptr null              ; `execution.FAILED_BYTES`
@record_name = internal global ptr null               ; the string `record`

; Told once, before anything else: the class of works, the sentinel FAILED_BYTES, the string `record` (all live for ever), bytes of
; an object's header.
define void @periclase_set_up(ptr %type, ptr %sentinel, ptr %record, i64 %header) #0 {
  store ptr %type, ptr @work_type
  store ptr %sentinel, ptr @failed_bytes
  store ptr %record, ptr @record_name
  store i64 %header, ptr @header_bytes
  ret void
}

; ----------------------------------------------------------------------------------------------------------- works ----

; The address of the task in a work.
define internal ptr @task_slot(ptr %work) #0 {
  %header = load i64, ptr @header_bytes
  %slot = getelementptr i8, ptr %work, i64 %header
  ret ptr %slot
}

; The task of a Python object; null, with a TypeError, if it is no work.
define internal ptr @task_of(ptr %object) #0 {
  %header = load i64, ptr @header_bytes
  %type.at = sub i64 %header, 8                       ; the last of the header is the type, in every build
  %type.p = getelementptr i8, ptr %object, i64 %type.at
  %type = load ptr, ptr %type.p
  %wanted = load ptr, ptr @work_type
  %is.work = icmp eq ptr %type, %wanted
  br i1 %is.work, label %work, label %other

work:
  %slot = call ptr @task_slot(ptr %object)
  %task = load ptr, ptr %slot
  %empty = icmp eq ptr %task, null
  br i1 %empty, label %other, label %out

other:
  %error = load ptr, ptr @PyExc_TypeError
  call void @PyErr_SetString(ptr %error, ptr @not.work)
  ret ptr null

out:
  ret ptr %task
}

; The work of a task, which takes over the reference; of a task that is in the graph already.
define internal ptr @work_of(ptr %task, ptr %kernel) #0 {
  %type = load ptr, ptr @work_type
  %work = call ptr @PyType_GenericAlloc(ptr %type, i64 0)
  %none = icmp eq ptr %work, null
  br i1 %none, label %drop, label %fill

drop:
  call void @periclase_task_release(ptr %task)
  ret ptr null

fill:
  %slot = call ptr @task_slot(ptr %work)
  store ptr %task, ptr %slot
  %has.kernel = icmp ne ptr %kernel, null
  br i1 %has.kernel, label %keep, label %out

keep:
  call void @Py_IncRef(ptr %kernel)
  %kernel.p = getelementptr ptr, ptr %slot, i64 1
  store ptr %kernel, ptr %kernel.p
  br label %out

out:
  ret ptr %work
}

; tp_dealloc of the base class of works.
define void @periclase_work_dealloc(ptr %work) #0 {
  %header = load i64, ptr @header_bytes
  %type.at = sub i64 %header, 8
  %type.p = getelementptr i8, ptr %work, i64 %type.at
  %type = load ptr, ptr %type.p
  %slot = call ptr @task_slot(ptr %work)
  %task = load ptr, ptr %slot
  %has.task = icmp ne ptr %task, null
  br i1 %has.task, label %release, label %look.kernel

release:
  call void @periclase_task_release(ptr %task)
  br label %look.kernel

look.kernel:
  %kernel.p = getelementptr ptr, ptr %slot, i64 1
  %kernel = load ptr, ptr %kernel.p
  %has.kernel = icmp ne ptr %kernel, null
  br i1 %has.kernel, label %drop, label %free

drop:
  call void @Py_DecRef(ptr %kernel)
  br label %free

free:
  %free.function = call ptr @PyType_GetSlot(ptr %type, i32 74)       ; Py_tp_free
  call void %free.function(ptr %work)
  call void @Py_DecRef(ptr %type)
  ret void
}

; The getter of `outcome`: small ints are ready-made.
define ptr @periclase_work_outcome(ptr %work, ptr %closure) #0 {
  %slot = call ptr @task_slot(ptr %work)
  %task = load ptr, ptr %slot
  %empty = icmp eq ptr %task, null
  br i1 %empty, label %none, label %ask

ask:
  %status.p = getelementptr %Task, ptr %task, i32 0, i32 1
  %status = load atomic i32, ptr %status.p acquire, align 4
  %status.64 = zext i32 %status to i64
  %r = call ptr @PyLong_FromLong(i64 %status.64)
  ret ptr %r

none:
  %zero = call ptr @PyLong_FromLong(i64 0)
  ret ptr %zero
}

; The getter of `subject`.
define ptr @periclase_work_subject(ptr %work, ptr %closure) #0 {
  %slot = call ptr @task_slot(ptr %work)
  %kernel.p = getelementptr ptr, ptr %slot, i64 1
  %kernel = load ptr, ptr %kernel.p
  %has = icmp ne ptr %kernel, null
  %r = select i1 %has, ptr %kernel, ptr @_Py_NoneStruct
  call void @Py_IncRef(ptr %r)
  ret ptr %r
}

; ------------------------------------------------------------------------------------------------------- arguments ----

; Argument `i`, borrowed.
define internal ptr @argument(ptr %args, i64 %i) #0 {
  %p = getelementptr ptr, ptr %args, i64 %i
  %r = load ptr, ptr %p
  ret ptr %r
}

; Argument `i`, a natural number. Where it is none an exception is set, which the caller looks for once.
define internal i64 @natural(ptr %args, i64 %i) #0 {
  %object = call ptr @argument(ptr %args, i64 %i)
  %r = call i64 @PyLong_AsUnsignedLongLong(ptr %object)
  ret i64 %r
}

; Item `i` of a tuple, a natural number; as `natural`.
define internal i64 @natural_item(ptr %tuple, i64 %i) #0 {
  %item = call ptr @PyTuple_GetItem(ptr %tuple, i64 %i)              ; null is refused by the next call
  %r = call i64 @PyLong_AsUnsignedLongLong(ptr %item)
  ret i64 %r
}

; A tuple of three, to `shape`.
define internal void @shape(ptr %tuple, ptr %shape) #0 {
entry:
  br label %head

head:
  %k = phi i64 [ 0, %entry ], [ %k.next, %head ]
  %extent = call i64 @natural_item(ptr %tuple, i64 %k)
  %extent.32 = trunc i64 %extent to i32
  %p = getelementptr i32, ptr %shape, i64 %k
  store i32 %extent.32, ptr %p
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, 3
  br i1 %more, label %head, label %out

out:
  ret void
}

; Entries that guards take: for each group its length, and one for its end; null takes none. -1 with an exception.
define internal i64 @count_guards(ptr %guards) #0 {
entry:
  %unguarded = icmp eq ptr %guards, null
  br i1 %unguarded, label %out, label %measure.all

measure.all:
  %n = call i64 @PySequence_Size(ptr %guards)
  %bad = icmp slt i64 %n, 0
  br i1 %bad, label %no, label %head

head:
  %i = phi i64 [ 0, %measure.all ], [ %i.next, %next ]
  %sum = phi i64 [ 0, %measure.all ], [ %sum.next, %next ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %look, label %out

look:
  %group = call ptr @PySequence_GetItem(ptr %guards, i64 %i)
  %none = icmp eq ptr %group, null
  br i1 %none, label %no, label %measure

measure:
  %length = call i64 @PySequence_Size(ptr %group)
  call void @Py_DecRef(ptr %group)
  %wrong = icmp slt i64 %length, 0
  br i1 %wrong, label %no, label %next

next:
  %sum.0 = add i64 %sum, %length
  %sum.next = add i64 %sum.0, 1
  %i.next = add i64 %i, 1
  br label %head

out:
  %all = phi i64 [ 0, %entry ], [ %sum, %head ]
  ret i64 %all

no:
  ret i64 -1
}

; Note that a task waits for the tasks of `works`: in its edges from %at on, and if %guard is not null there too, where null
; ends the group. False with an exception.
define internal i1 @await(ptr %works, i64 %n, ptr %edges, i64 %at, ptr %guard) #0 {
entry:
  %guards = icmp ne ptr %guard, null
  br label %head

head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %take, label %yes

take:
  %item = call ptr @PySequence_GetItem(ptr %works, i64 %i)
  %none = icmp eq ptr %item, null
  br i1 %none, label %no, label %compare

compare:
  %sentinel = load ptr, ptr @failed_bytes
  %is.sentinel = icmp eq ptr %item, %sentinel
  %had.failed = and i1 %is.sentinel, %guards
  br i1 %had.failed, label %mark, label %convert

mark:
  call void @Py_DecRef(ptr %item)
  %mark.p = getelementptr ptr, ptr %guard, i64 %i
  %one = inttoptr i64 1 to ptr
  store ptr %one, ptr %mark.p
  br label %next

convert:
  %task = call ptr @task_of(ptr %item)
  %wrong = icmp eq ptr %task, null
  br i1 %wrong, label %drop, label %link

link:
  call void @periclase_task_retain(ptr %task)
  %edge.i = add i64 %at, %i
  %awaited.p = getelementptr %Edge, ptr %edges, i64 %edge.i, i32 2
  store ptr %task, ptr %awaited.p
  call void @Py_DecRef(ptr %item)
  br i1 %guards, label %guard.it, label %next

guard.it:
  call void @periclase_task_retain(ptr %task)
  %guard.p = getelementptr ptr, ptr %guard, i64 %i
  store ptr %task, ptr %guard.p
  br label %next

next:
  %i.next = add i64 %i, 1
  br label %head

drop:
  call void @Py_DecRef(ptr %item)
  br label %no

yes:
  ret i1 true

no:
  ret i1 false
}

; A new task that waits for `waits` and is guarded by `counted`, those of its dynamic count, and `guards` (null: by neither), with
; room for `bytes` of arguments. Null with an exception.
define internal ptr @new_task(ptr %self, i32 %kind, ptr %waits, ptr %counted, ptr %guards, i64 %bytes) #0 {
entry:
  %ex.n = call i64 @PyLong_AsUnsignedLongLong(ptr %self)
  %ex = inttoptr i64 %ex.n to ptr
  %n = call i64 @PySequence_Size(ptr %waits)
  %bad = icmp slt i64 %n, 0
  br i1 %bad, label %no, label %count

count:
  %first.entries = call i64 @count_guards(ptr %counted)
  %wrong = icmp slt i64 %first.entries, 0
  br i1 %wrong, label %no, label %count.others

count.others:
  %other.entries = call i64 @count_guards(ptr %guards)
  %others.wrong = icmp slt i64 %other.entries, 0
  br i1 %others.wrong, label %no, label %make

make:
  %entries = add i64 %first.entries, %other.entries
  %edges.n = add i64 %n, %entries
  %task = call ptr @periclase_task_new(ptr %ex, i32 %kind, i64 %edges.n, i64 %entries, i64 %bytes)
  %none = icmp eq ptr %task, null
  br i1 %none, label %no.memory, label %fill

fill:
  %counted.p = getelementptr %Task, ptr %task, i32 0, i32 28
  store i64 %first.entries, ptr %counted.p
  %edges.p = getelementptr %Task, ptr %task, i32 0, i32 26
  %edges = load ptr, ptr %edges.p
  %awaits = call i1 @await(ptr %waits, i64 %n, ptr %edges, i64 0, ptr null)
  br i1 %awaits, label %guard.count, label %drop

guard.count:
  %guard.p = getelementptr %Task, ptr %task, i32 0, i32 24
  %guard.first = load ptr, ptr %guard.p
  %done.first = call i1 @guard(ptr %counted, ptr %edges, i64 %n, ptr %guard.first, i64 %first.entries)
  br i1 %done.first, label %guard.others, label %drop

guard.others:
  %others.at = add i64 %n, %first.entries
  %guard.others.first = getelementptr ptr, ptr %guard.first, i64 %first.entries
  %done = call i1 @guard(ptr %guards, ptr %edges, i64 %others.at, ptr %guard.others.first, i64 %other.entries)
  br i1 %done, label %out, label %drop

out:
  ret ptr %task

drop:
  call void @periclase_task_release(ptr %task)
  br label %no

no.memory:
  %m = call ptr @PyErr_NoMemory()
  br label %no

no:
  ret ptr null
}

; Fill in the guards `guards`, which take `entries`: from %first on, with edges from %edge.at on. False with an exception.
define internal i1 @guard(ptr %guards, ptr %edges, i64 %edge.at, ptr %first, i64 %entries) #0 {
entry:
  br label %head

head:                                                 ; %at: entries so far
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %at = phi i64 [ 0, %entry ], [ %at.next, %next ]
  %more = icmp ult i64 %at, %entries
  br i1 %more, label %take, label %yes

take:
  %group = call ptr @PySequence_GetItem(ptr %guards, i64 %i)
  %no.group = icmp eq ptr %group, null
  br i1 %no.group, label %no, label %measure

measure:
  %length = call i64 @PySequence_Size(ptr %group)
  %room.0 = sub i64 %entries, %at
  %fits = icmp ult i64 %length, %room.0               ; it may have grown since it was counted, in another thread
  br i1 %fits, label %enter, label %cut

cut:
  %room = sub i64 %room.0, 1
  br label %enter

enter:
  %kept = phi i64 [ %length, %measure ], [ %room, %cut ]
  %edge = add i64 %edge.at, %at
  %here = getelementptr ptr, ptr %first, i64 %at
  %done = call i1 @await(ptr %group, i64 %kept, ptr %edges, i64 %edge, ptr %here)
  call void @Py_DecRef(ptr %group)
  br i1 %done, label %next, label %no

next:
  %i.next = add i64 %i, 1
  %at.0 = add i64 %at, %kept
  %at.next = add i64 %at.0, 1
  br label %head

yes:
  ret i1 true

no:
  ret i1 false
}

; ------------------------------------------------------------------------------------------------------- functions ----

; submit(a `KernelWork`) -> work
define ptr @periclase_submit(ptr %self, ptr %args, i64 %n) #0 {
entry:
  %buffer = alloca [128 x i8], align 16               ; Py_buffer: address, owner, length, ...
  %launch = call ptr @argument(ptr %args, i64 0)
  %handed = call ptr @PyTuple_GetItem(ptr %launch, i64 11)           ; the last: then it is a tuple, and long enough
  %short = icmp eq ptr %handed, null
  br i1 %short, label %no, label %look

look:
  %kernel = call ptr @PyTuple_GetItem(ptr %launch, i64 0)
  %record.name = load ptr, ptr @record_name
  %record = call ptr @PyObject_GetAttr(ptr %kernel, ptr %record.name)
  %no.record = icmp eq ptr %record, null
  br i1 %no.record, label %no, label %open

open:
  %code.n = call i64 @PyLong_AsUnsignedLongLong(ptr %record)
  call void @Py_DecRef(ptr %record)
  %slots = call ptr @PyTuple_GetItem(ptr %launch, i64 5)
  %error = call i32 @PyObject_GetBuffer(ptr %slots, ptr %buffer, i32 0)      ; PyBUF_SIMPLE
  %no.buffer = icmp ne i32 %error, 0
  br i1 %no.buffer, label %no, label %make

make:
  %length.p = getelementptr i8, ptr %buffer, i64 16
  %length = load i64, ptr %length.p
  %waits = call ptr @PyTuple_GetItem(ptr %launch, i64 6)
  %guards = call ptr @PyTuple_GetItem(ptr %launch, i64 7)
  %counted = call ptr @PyTuple_GetItem(ptr %launch, i64 10)
  %task = call ptr @new_task(ptr %self, i32 0, ptr %waits, ptr %counted, ptr %guards, i64 %length)
  %no.task = icmp eq ptr %task, null
  br i1 %no.task, label %close, label %fill

close:
  call void @PyBuffer_Release(ptr %buffer)
  ret ptr null

fill:
  %bytes = load ptr, ptr %buffer
  %arguments.p = getelementptr %Task, ptr %task, i32 0, i32 19
  %arguments = load ptr, ptr %arguments.p
  %copied = call ptr @memcpy(ptr %arguments, ptr %bytes, i64 %length)
  call void @PyBuffer_Release(ptr %buffer)
  %grid = call ptr @PyTuple_GetItem(ptr %launch, i64 2)
  call void @shape(ptr %grid, ptr %task)
  %block = call ptr @PyTuple_GetItem(ptr %launch, i64 3)
  %block.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 1
  call void @shape(ptr %block, ptr %block.p)
  %shared = call i64 @natural_item(ptr %launch, i64 4)
  %shared.p = getelementptr %Task, ptr %task, i32 0, i32 0, i32 2
  store i64 %shared, ptr %shared.p
  %count.n = call i64 @natural_item(ptr %launch, i64 8)
  %count = inttoptr i64 %count.n to ptr
  %count.p = getelementptr %Task, ptr %task, i32 0, i32 23
  store ptr %count, ptr %count.p
  %raised = call ptr @PyErr_Occurred()
  %bad = icmp ne ptr %raised, null
  br i1 %bad, label %drop, label %enter

drop:
  call void @periclase_task_release(ptr %task)
  ret ptr null

enter:
  %code = inttoptr i64 %code.n to ptr
  %entry.p = getelementptr %Code, ptr %code, i32 0, i32 4
  %entry.ptr = load ptr, ptr %entry.p
  %entry.slot = getelementptr %Task, ptr %task, i32 0, i32 18
  store ptr %entry.ptr, ptr %entry.slot
  %code.p = getelementptr %Task, ptr %task, i32 0, i32 17
  store ptr %code, ptr %code.p
  %code.refs = atomicrmw add ptr %code, i32 1 monotonic
  %work = call ptr @enter(ptr %task, ptr %kernel, ptr %handed)
  ret ptr %work

no:
  ret ptr null
}

; The work of a task, which is entered into the graph: not if there is no memory for the work. `handed` is a list that gets it
; before that, or None: once it is in the graph, no exception can come in between it and whoever is to know of it.
define internal ptr @enter(ptr %task, ptr %kernel, ptr %handed) #0 {
  call void @periclase_task_retain(ptr %task)
  %work = call ptr @work_of(ptr %task, ptr %kernel)
  %none = icmp eq ptr %work, null
  br i1 %none, label %out, label %tell

tell:
  %nobody = icmp eq ptr %handed, @_Py_NoneStruct
  br i1 %nobody, label %go, label %append

append:
  %error = call i32 @PyList_Append(ptr %handed, ptr %work)
  %failed = icmp ne i32 %error, 0
  br i1 %failed, label %drop, label %go

drop:
  call void @Py_DecRef(ptr %work)
  br label %out

go:
  call void @periclase_task_enter(ptr %task)
  br label %out

out:
  %r = phi ptr [ null, %0 ], [ null, %drop ], [ %work, %go ]
  call void @periclase_task_release(ptr %task)
  ret ptr %r
}

; copy(target, source, bytes, waits, guards, handed) -> work
define ptr @periclase_copy(ptr %self, ptr %args, i64 %n) #0 {
  %waits = call ptr @argument(ptr %args, i64 3)
  %guards = call ptr @argument(ptr %args, i64 4)
  %task = call ptr @new_task(ptr %self, i32 1, ptr %waits, ptr null, ptr %guards, i64 0)
  %no.task = icmp eq ptr %task, null
  br i1 %no.task, label %no, label %fill

fill:
  %target.n = call i64 @natural(ptr %args, i64 0)
  %target = inttoptr i64 %target.n to ptr
  %target.p = getelementptr %Task, ptr %task, i32 0, i32 18
  store ptr %target, ptr %target.p
  %source.n = call i64 @natural(ptr %args, i64 1)
  %source = inttoptr i64 %source.n to ptr
  %source.p = getelementptr %Task, ptr %task, i32 0, i32 19
  store ptr %source, ptr %source.p
  %bytes = call i64 @natural(ptr %args, i64 2)
  %bytes.p = getelementptr %Task, ptr %task, i32 0, i32 20
  store i64 %bytes, ptr %bytes.p
  %raised = call ptr @PyErr_Occurred()
  %bad = icmp ne ptr %raised, null
  br i1 %bad, label %drop, label %go

drop:
  call void @periclase_task_release(ptr %task)
  ret ptr null

go:
  %handed = call ptr @argument(ptr %args, i64 5)
  %work = call ptr @enter(ptr %task, ptr null, ptr %handed)
  ret ptr %work

no:
  ret ptr null
}

; event(kind, waits) -> work: a marker (2) or a manual task (3)
define ptr @periclase_event(ptr %self, ptr %args, i64 %n) #0 {
  %kind.64 = call i64 @natural(ptr %args, i64 0)
  %kind = trunc i64 %kind.64 to i32
  %waits = call ptr @argument(ptr %args, i64 1)
  %task = call ptr @new_task(ptr %self, i32 %kind, ptr %waits, ptr null, ptr null, i64 0)
  %none = icmp eq ptr %task, null
  br i1 %none, label %no, label %go

go:
  %work = call ptr @enter(ptr %task, ptr null, ptr @_Py_NoneStruct)
  ret ptr %work

no:
  ret ptr null
}

; complete(work, error or None): a manual work is over
define ptr @periclase_complete(ptr %self, ptr %args, i64 %n) #0 {
  %object = call ptr @argument(ptr %args, i64 0)
  %task = call ptr @task_of(ptr %object)
  %none = icmp eq ptr %task, null
  br i1 %none, label %no, label %look

look:
  %error = call ptr @argument(ptr %args, i64 1)
  %is.done = icmp eq ptr %error, @_Py_NoneStruct
  %reason = select i1 %is.done, i32 0, i32 4
  %slot = call ptr @task_slot(ptr %object)
  %subject.p = getelementptr ptr, ptr %slot, i64 1
  %subject = load ptr, ptr %subject.p
  %taken = icmp ne ptr %subject, null
  %skip = or i1 %is.done, %taken
  br i1 %skip, label %go, label %keep

keep:                                                 ; before anybody can ask for it
  call void @Py_IncRef(ptr %error)
  store ptr %error, ptr %subject.p
  br label %go

go:
  call void @periclase_task_complete(ptr %task, i32 %reason)
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct

no:
  ret ptr null
}

; wait(work, at once, sleeping, helping) -> whether it has settled
;
; For up to `at once` nanoseconds with the interpreter lock, running what is known to be quick: mostly that is all. Then for
; up to `sleeping` nanoseconds without it. `helping` is how long a range of blocks may take that the caller runs then.
define ptr @periclase_wait(ptr %self, ptr %args, i64 %n) #0 {
  %object = call ptr @argument(ptr %args, i64 0)
  %task = call ptr @task_of(ptr %object)
  %none = icmp eq ptr %task, null
  br i1 %none, label %no, label %read

read:
  %brief = call i64 @natural(ptr %args, i64 1)
  %sleeping = call i64 @natural(ptr %args, i64 2)
  %helping = call i64 @natural(ptr %args, i64 3)
  %raised = call ptr @PyErr_Occurred()
  %bad = icmp ne ptr %raised, null
  br i1 %bad, label %no, label %first

first:
  %helps = icmp ne i64 %helping, 0
  %brief.help = select i1 %helps, i64 %brief, i64 0
  %now.0 = call i64 @now()
  %deadline.0 = add i64 %now.0, %brief
  %done.0 = call i1 @periclase_task_wait(ptr %task, i64 %deadline.0, i64 %brief.help, i1 false)
  %sleepless = icmp eq i64 %sleeping, 0
  %end = or i1 %done.0, %sleepless
  br i1 %end, label %out, label %second

second:
  call void @periclase_task_retain(ptr %task)
  %thread = call ptr @PyEval_SaveThread()
  %now.1 = call i64 @now()
  %deadline.1 = add i64 %now.1, %sleeping
  %done.1 = call i1 @periclase_task_wait(ptr %task, i64 %deadline.1, i64 %helping, i1 true)
  call void @PyEval_RestoreThread(ptr %thread)
  call void @periclase_task_release(ptr %task)
  br label %out

out:
  %done = phi i1 [ %done.0, %first ], [ %done.1, %second ]
  %done.64 = zext i1 %done to i64
  %r = call ptr @PyBool_FromLong(i64 %done.64)
  ret ptr %r

no:
  ret ptr null
}

; expect(whether a waiter comes: 1 or 0)
define ptr @periclase_expect(ptr %self, ptr %args, i64 %n) #0 {
  %ex.n = call i64 @PyLong_AsUnsignedLongLong(ptr %self)
  %ex = inttoptr i64 %ex.n to ptr
  %waiter.64 = call i64 @natural(ptr %args, i64 0)
  %waiter = trunc i64 %waiter.64 to i32
  call void @periclase_executor_expect(ptr %ex, i32 %waiter)
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}

; state(work) -> bytes: the first 96 of its task (launch, status, references, kind, reason, began, ended)
define ptr @periclase_state(ptr %self, ptr %args, i64 %n) #0 {
  %object = call ptr @argument(ptr %args, i64 0)
  %task = call ptr @task_of(ptr %object)
  %none = icmp eq ptr %task, null
  br i1 %none, label %no, label %go

go:
  %r = call ptr @PyBytes_FromStringAndSize(ptr %task, i64 96)
  ret ptr %r

no:
  ret ptr null
}

attributes #0 = { nounwind }
