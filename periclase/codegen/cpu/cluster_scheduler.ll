; The cluster scheduler: runs the blocks of a cluster together, behind block_scheduler.ll, of which it is the second half.
;
; A kernel whose clusters are of several blocks is a cooperative one. Its blocks have shared memory side by side, so that that of
; another block is at a distance, and wait for one another at the cluster's barrier: when no block gets further by itself, and
; all threads that have not returned have come there, it lets them go.

declare i32 @_setjmp(ptr) returns_twice nounwind
declare void @free(ptr) nounwind

; Runs the clusters whose first block is one of `first` to `last` (exclusive, in linear order, x fastest), or as far as the first
; trap of the launch. The other blocks of a cluster run with the first, wherever they are.
define void @periclase_cpu_run_clusters(ptr %body, ptr %args, i64 %first, i64 %last, ptr %launch, i64 %static_shared, i32 %cx, i32 %cy, i32 %cz) #0 {
entry:
  %plane = mul i32 %cx, %cy
  %n = mul i32 %plane, %cz
  %blocks = alloca %Block, i32 %n, align 16
  %unwind = alloca [64 x i64], align 16
  %next = alloca i64, align 8
  %stride = call i64 @shared_stride(ptr %launch, i64 %static_shared)
  %n.64 = zext i32 %n to i64
  %bytes = mul i64 %stride, %n.64
  %shared = call ptr @aligned_alloc(i64 1024, i64 %bytes)
  br label %make

make:
  %k = phi i32 [ 0, %entry ], [ %k.next, %make ]
  %block = getelementptr inbounds %Block, ptr %blocks, i32 %k
  store ptr %launch, ptr %block
  %k.64 = zext i32 %k to i64
  %k.offset = mul i64 %k.64, %stride
  %k.shared = getelementptr i8, ptr %shared, i64 %k.offset
  %shared.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 1
  store ptr %k.shared, ptr %shared.p
  %unwind.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 2
  store ptr %unwind, ptr %unwind.p
  %threads.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 3
  store ptr null, ptr %threads.p
  %k.next = add i32 %k, 1
  %k.more = icmp ult i32 %k.next, %n
  br i1 %k.more, label %make, label %begin

begin:
  store i64 %first, ptr %next
  %code = call i32 @_setjmp(ptr %unwind) returns_twice
  %trapped = icmp ne i32 %code, 0
  br i1 %trapped, label %leave, label %check_memory

check_memory:
  %no.memory = icmp eq ptr %shared, null
  br i1 %no.memory, label %out_of_memory, label %check_grid

out_of_memory:
  call void @periclase_cpu_trap(ptr %blocks, i32 -1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  unreachable

check_grid:                                       ; a grid that was counted on the device was seen by nobody before
  %wx = load i32, ptr %launch
  %wy.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 0, i32 1
  %wy = load i32, ptr %wy.p
  %wz.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 0, i32 2
  %wz = load i32, ptr %wz.p
  %over.x = urem i32 %wx, %cx
  %over.y = urem i32 %wy, %cy
  %over.z = urem i32 %wz, %cz
  %over.xy = or i32 %over.x, %over.y
  %over = or i32 %over.xy, %over.z
  %whole = icmp eq i32 %over, 0
  br i1 %whole, label %head, label %partial

partial:
  call void @periclase_cpu_trap(ptr %blocks, i32 -2, i32 0, i32 0, i32 0, i32 %wx, i32 %wy, i32 %wz)
  unreachable

head:
  %b = load i64, ptr %next
  %more = icmp slt i64 %b, %last
  br i1 %more, label %check_trap, label %leave

check_trap:
  %state.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 3
  %state = load atomic i32, ptr %state.p monotonic, align 4
  %stop = icmp ne i32 %state, 0
  br i1 %stop, label %leave, label %look

look:
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
  %rx = urem i32 %bx, %cx
  %ry = urem i32 %by, %cy
  %rz = urem i32 %bz, %cz
  %rest.0 = or i32 %rx, %ry
  %rest = or i32 %rest.0, %rz
  %leads = icmp eq i32 %rest, 0
  br i1 %leads, label %run, label %head

run:
  call void @run_cluster(ptr %body, ptr %args, ptr %blocks, i32 %cx, i32 %cy, i32 %n, i32 %bx, i32 %by, i32 %bz)
  br label %head

leave:
  br label %free_block

free_block:
  %f = phi i32 [ 0, %leave ], [ %f.next, %freed ]
  %f.block = getelementptr inbounds %Block, ptr %blocks, i32 %f
  %f.threads.p = getelementptr inbounds %Block, ptr %f.block, i32 0, i32 3
  %f.threads = load ptr, ptr %f.threads.p
  %have.threads = icmp ne ptr %f.threads, null
  br i1 %have.threads, label %frames, label %freed

frames:
  %size = call i32 @block_size(ptr %f.block)
  br label %frame

frame:
  %t = phi i32 [ 0, %frames ], [ %t.next, %frame ]
  %frame.p = getelementptr inbounds %Thread, ptr %f.threads, i32 %t, i32 1
  %frame.memory = load ptr, ptr %frame.p
  call void @free(ptr %frame.memory)
  %t.next = add i32 %t, 1
  %t.more = icmp ult i32 %t.next, %size
  br i1 %t.more, label %frame, label %records

records:
  call void @free(ptr %f.threads)
  br label %freed

freed:
  %f.next = add i32 %f, 1
  %f.more = icmp ult i32 %f.next, %n
  br i1 %f.more, label %free_block, label %out

out:
  call void @free(ptr %shared)
  ret void
}

; How far the shared memory of one block is from that of the next: as much as a block has alone. Kept in step with
; passes/convert_nvvm_to_cpu/clusters.py.
define internal i64 @shared_stride(ptr %launch, i64 %static_shared) #0 {
  %dynamic.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 2
  %dynamic = load i64, ptr %dynamic.p
  %bytes.0 = add i64 %static_shared, %dynamic
  %bytes.1 = add i64 %bytes.0, 1151
  %bytes = and i64 %bytes.1, -1024
  ret i64 %bytes
}

; Runs the cluster of the `n` blocks `blocks`, the first of which is the block (bx, by, bz) of the grid.
define internal void @run_cluster(ptr %body, ptr %args, ptr %blocks, i32 %cx, i32 %cy, i32 %n, i32 %bx, i32 %by, i32 %bz) #0 {
entry:
  br label %start

start:
  %k = phi i32 [ 0, %entry ], [ %k.next, %start ]
  %block = getelementptr inbounds %Block, ptr %blocks, i32 %k
  %kx.0 = urem i32 %k, %cx
  %k.row = udiv i32 %k, %cx
  %ky.0 = urem i32 %k.row, %cy
  %kz.0 = udiv i32 %k.row, %cy
  %kx = add i32 %bx, %kx.0
  %ky = add i32 %by, %ky.0
  %kz = add i32 %bz, %kz.0
  %threads = call ptr @start_block(ptr %body, ptr %args, ptr %block, i32 %kx, i32 %ky, i32 %kz)
  %k.next = add i32 %k, 1
  %k.more = icmp ult i32 %k.next, %n
  br i1 %k.more, label %start, label %advance

advance:
  %a = phi i32 [ 0, %start ], [ %a.next, %advance ], [ 0, %barrier ]
  %a.block = getelementptr inbounds %Block, ptr %blocks, i32 %a
  call void @advance_block(ptr %a.block)
  %a.next = add i32 %a, 1
  %a.more = icmp ult i32 %a.next, %n
  br i1 %a.more, label %advance, label %barrier

barrier:
  %released = call i1 @release_cluster(ptr %blocks, i32 %n)
  br i1 %released, label %advance, label %end

end:
  %e = phi i32 [ 0, %barrier ], [ %e.next, %end ]
  %e.block = getelementptr inbounds %Block, ptr %blocks, i32 %e
  %ex.0 = urem i32 %e, %cx
  %e.row = udiv i32 %e, %cx
  %ey.0 = urem i32 %e.row, %cy
  %ez.0 = udiv i32 %e.row, %cy
  %ex = add i32 %bx, %ex.0
  %ey = add i32 %by, %ey.0
  %ez = add i32 %bz, %ez.0
  call void @require_end(ptr %e.block, i32 %ex, i32 %ey, i32 %ez)
  %e.next = add i32 %e, 1
  %e.more = icmp ult i32 %e.next, %n
  br i1 %e.more, label %end, label %done

done:
  ret void
}

; Lets the threads at the cluster's barrier go if all that have not returned are there. True if any thread became ready.
define internal i1 @release_cluster(ptr %blocks, i32 %n) #0 {
entry:
  %size = call i32 @block_size(ptr %blocks)
  br label %block

block:                                            ; all of one block after another; `all` threads of the cluster
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %waiting = phi i32 [ 0, %entry ], [ %waiting.next, %next ]
  %thread = call ptr @thread_of_cluster(ptr %blocks, i32 %size, i32 %i)
  %request.p = getelementptr inbounds %Thread, ptr %thread, i32 0, i32 2
  %request = load i32, ptr %request.p
  switch i32 %request, label %no [
    i32 1, label %next
    i32 11, label %waits
  ]

waits:
  %more.waiting = add i32 %waiting, 1
  br label %next

next:
  %waiting.next = phi i32 [ %waiting, %block ], [ %more.waiting, %waits ]
  %i.next = add i32 %i, 1
  %all = mul i32 %size, %n
  %i.more = icmp ult i32 %i.next, %all
  br i1 %i.more, label %block, label %counted

counted:
  %some = icmp ne i32 %waiting.next, 0
  br i1 %some, label %release, label %no

release:
  %r = phi i32 [ 0, %counted ], [ %r.next, %released ]
  %r.thread = call ptr @thread_of_cluster(ptr %blocks, i32 %size, i32 %r)
  %r.request.p = getelementptr inbounds %Thread, ptr %r.thread, i32 0, i32 2
  %r.request = load i32, ptr %r.request.p
  %r.waits = icmp eq i32 %r.request, 11
  br i1 %r.waits, label %ready, label %released

ready:
  store i32 0, ptr %r.request.p
  br label %released

released:
  %r.next = add i32 %r, 1
  %r.more = icmp ult i32 %r.next, %all
  br i1 %r.more, label %release, label %yes

yes:
  ret i1 true

no:
  ret i1 false
}

; The record of thread `i` of a cluster, counted block by block, each of `size` threads.
define internal ptr @thread_of_cluster(ptr %blocks, i32 %size, i32 %i) #0 {
  %k = udiv i32 %i, %size
  %t = urem i32 %i, %size
  %threads.p = getelementptr inbounds %Block, ptr %blocks, i32 %k, i32 3
  %threads = load ptr, ptr %threads.p
  %thread = getelementptr inbounds %Thread, ptr %threads, i32 %t
  ret ptr %thread
}
