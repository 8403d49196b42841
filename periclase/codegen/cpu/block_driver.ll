; The block driver: runs a range of blocks on one OS thread, and is where a trap comes out.
;
; `convert-nvvm-to-cpu` gives each kernel a body that runs one block:
;     void body(args, block, bx, by, bz)
; A plain body loops over the threads; a cooperative one calls the block scheduler (block_scheduler.ll).
;
; Compiled for size: nothing here is hot, and the first launch on a new machine waits for it.
; Kept in step with runtime/backends/cpu/abi.py (%Launch) and passes/convert_nvvm_to_cpu (%Block).

; What one launch is: grid, block, bytes of dynamic shared memory; then the first trap: state (0 none, 1 being written,
; 2 written), id, thread index, block index.
%Launch = type { [3 x i32], [3 x i32], i64, i32, i32, [3 x i32], [3 x i32] }

; What the threads of a block share: launch, shared memory, jump buffer of the trap exit, thread records (null before the first
; cooperative block), and for each of the sixteen named barriers how many threads have arrived without waiting.
%Block = type { ptr, ptr, ptr, ptr, [16 x i32] }

; One cooperative thread: see block_scheduler.ll, which makes the records when it runs the first block. The driver frees them, and
; the frame that each points to.
%Thread = type { ptr, ptr, i32, i32, i32, i32, i32, i64, i64, i64, i32 }

declare i32 @_setjmp(ptr) returns_twice nounwind
declare void @longjmp(ptr, i32) noreturn nounwind
declare noalias ptr @aligned_alloc(i64, i64) nounwind
declare void @free(ptr) nounwind

; Runs blocks `first` to `last` (exclusive, in linear order, x fastest), or as far as the first trap of the launch.
define void @periclase_cpu_run(ptr %body, ptr %args, i64 %first, i64 %last, ptr %launch, i64 %static_shared) #0 {
entry:
  %block = alloca %Block, align 16
  %unwind = alloca [64 x i64], align 16
  %next = alloca i64, align 8
  %dynamic.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 2
  %dynamic = load i64, ptr %dynamic.p
  %bytes.0 = add i64 %static_shared, %dynamic
  %bytes.1 = add i64 %bytes.0, 1151              ; 128 more than asked for at least, rounded up
  %bytes = and i64 %bytes.1, -1024
  %none.shared = icmp eq i64 %bytes.0, 0
  br i1 %none.shared, label %begin, label %allocate

allocate:
  %allocated = call ptr @aligned_alloc(i64 1024, i64 %bytes)     ; what `align=` can ask for
  br label %begin

begin:
  %shared = phi ptr [ %block, %entry ], [ %allocated, %allocate ]   ; nobody reads what has no byte
  store ptr %launch, ptr %block
  %shared.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 1
  store ptr %shared, ptr %shared.p
  %unwind.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 2
  store ptr %unwind, ptr %unwind.p
  %threads.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 3
  store ptr null, ptr %threads.p
  store i64 %first, ptr %next
  %code = call i32 @_setjmp(ptr %unwind) returns_twice
  %trapped = icmp ne i32 %code, 0
  br i1 %trapped, label %leave, label %check_memory

check_memory:
  %no.memory = icmp eq ptr %shared, null
  br i1 %no.memory, label %out_of_memory, label %head

out_of_memory:
  call void @periclase_cpu_trap(ptr %block, i32 -1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  unreachable

head:
  %b = load i64, ptr %next
  %more = icmp slt i64 %b, %last
  br i1 %more, label %check_trap, label %leave

check_trap:
  %state.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 3
  %state = load atomic i32, ptr %state.p monotonic, align 4
  %stop = icmp ne i32 %state, 0
  br i1 %stop, label %leave, label %run

run:
  %b.next = add i64 %b, 1
  store i64 %b.next, ptr %next
  %gx32 = load i32, ptr %launch
  %gy.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 0, i32 1
  %gy32 = load i32, ptr %gy.p
  %gx = zext i32 %gx32 to i64
  %gy = zext i32 %gy32 to i64
  %bx64 = urem i64 %b, %gx
  %row = udiv i64 %b, %gx
  %by64 = urem i64 %row, %gy
  %bz64 = udiv i64 %row, %gy
  %bx = trunc i64 %bx64 to i32
  %by = trunc i64 %by64 to i32
  %bz = trunc i64 %bz64 to i32
  call void %body(ptr %args, ptr %block, i32 %bx, i32 %by, i32 %bz)
  br label %head

leave:
  %threads = load ptr, ptr %threads.p                 ; of the block scheduler, if it was called
  %have.threads = icmp ne ptr %threads, null
  br i1 %have.threads, label %free_frames, label %look.shared

free_frames:
  %block.shape.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 1
  %threads.n = call i32 @volume(ptr %block.shape.p)
  %threads.n64 = zext i32 %threads.n to i64
  br label %free_head

free_head:
  %t = phi i64 [ 0, %free_frames ], [ %t.next, %free_head ]
  %frame.p = getelementptr inbounds %Thread, ptr %threads, i64 %t, i32 1
  %frame = load ptr, ptr %frame.p
  call void @free(ptr %frame)
  %t.next = add i64 %t, 1
  %t.more = icmp ult i64 %t.next, %threads.n64
  br i1 %t.more, label %free_head, label %free_threads

free_threads:
  call void @free(ptr %threads)
  br label %look.shared

look.shared:
  br i1 %none.shared, label %out, label %free_shared

free_shared:
  call void @free(ptr %shared)
  br label %out

out:
  ret void
}

; The product of three extents.
define internal i32 @volume(ptr %shape) #0 {
  %x = load i32, ptr %shape
  %y.p = getelementptr inbounds [3 x i32], ptr %shape, i32 0, i32 1
  %y = load i32, ptr %y.p
  %z.p = getelementptr inbounds [3 x i32], ptr %shape, i32 0, i32 2
  %z = load i32, ptr %z.p
  %xy = mul i32 %x, %y
  %xyz = mul i32 %xy, %z
  ret i32 %xyz
}

; Ends the thread: notes the trap if it is the launch's first, and leaves the block by the jump buffer.
define void @periclase_cpu_trap(ptr %block, i32 %id, i32 %tx, i32 %ty, i32 %tz, i32 %bx, i32 %by, i32 %bz) noreturn cold #0 {
  %launch = load ptr, ptr %block
  %state.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 3
  %claim = cmpxchg ptr %state.p, i32 0, i32 1 acq_rel monotonic
  %first = extractvalue { i32, i1 } %claim, 1
  br i1 %first, label %note, label %leave

note:
  %id.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 4
  store i32 %id, ptr %id.p
  %tx.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 5, i32 0
  store i32 %tx, ptr %tx.p
  %ty.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 5, i32 1
  store i32 %ty, ptr %ty.p
  %tz.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 5, i32 2
  store i32 %tz, ptr %tz.p
  %bx.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 6, i32 0
  store i32 %bx, ptr %bx.p
  %by.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 6, i32 1
  store i32 %by, ptr %by.p
  %bz.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 6, i32 2
  store i32 %bz, ptr %bz.p
  store atomic i32 2, ptr %state.p release, align 4
  br label %leave

leave:
  %unwind.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 2
  %unwind = load ptr, ptr %unwind.p
  call void @longjmp(ptr %unwind, i32 1)
  unreachable
}

attributes #0 = { minsize optsize noinline nounwind }
