; The block scheduler: performs the collectives of a block whose threads are coroutines.
;
; A cooperative kernel's thread is
;     void body(args, block, thread, tx, ty, tz, bx, by, bz)
; which returns where the thread first waits, or ends. A thread that comes to a collective (a barrier, a shuffle, a vote, ...)
; writes down in its %Thread record what it asks for and suspends itself. The scheduler performs the collective when every
; thread that takes part has asked for it, writes each one's result into its record, and resumes them. Threads that have
; returned take part in nothing: a barrier does not wait for them. When no thread can go on and not all have returned, the
; block can never finish: that is a trap at the first waiting thread.
;
; Kept in step with block_driver.ll and passes/convert_nvvm_to_cpu (%Block, %Thread, the requests and their modes).

; What one launch is: grid, block, bytes of dynamic shared memory; then the first trap: state (0 none, 1 being written,
; 2 written), id, thread index, block index.
%Launch = type { [3 x i32], [3 x i32], i64, i32, i32, [3 x i32], [3 x i32] }

; What the threads of a block share: launch, shared memory, jump buffer of the trap exit, thread records (null before the first
; cooperative block), and for each of the sixteen named barriers how many threads have arrived without waiting.
%Block = type { ptr, ptr, ptr, ptr, [16 x i32] }

; One cooperative thread: coroutine handle, frame | request, mode, mask or barrier id, count or shuffle
; clamp, site (a row of the trap table) | value, operand, result, flag.
%Thread = type { ptr, ptr, i32, i32, i32, i32, i32, i64, i64, i64, i32 }

; Requests: 0 ready (to be resumed), 1 returned, 2 barrier, 3 barrier arrive, 4 active mask,
;           5 warp sync, 6 shuffle, 7 vote, 8 match, 9 reduction, 10 elect (5..10 need every lane of the mask),
;           11 barrier of the cluster (cluster_scheduler.ll)

declare noalias ptr @aligned_alloc(i64, i64) nounwind
declare noalias ptr @calloc(i64, i64) nounwind
declare void @periclase_cpu_trap(ptr, i32, i32, i32, i32, i32, i32, i32) noreturn cold
declare void @llvm.coro.resume(ptr)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

; --------------------------------------------------------------------------------------------- cooperative blocks ----

; The memory of a thread's coroutine frame, kept from block to block.
define ptr @periclase_cpu_frame(ptr %block, ptr %thread, i64 %size) #0 {
  %frame.p = getelementptr inbounds %Thread, ptr %thread, i32 0, i32 1
  %frame = load ptr, ptr %frame.p
  %have = icmp ne ptr %frame, null
  br i1 %have, label %done, label %allocate

allocate:
  %rounded.0 = add i64 %size, 63
  %rounded = and i64 %rounded.0, -64
  %new = call ptr @aligned_alloc(i64 64, i64 %rounded)
  store ptr %new, ptr %frame.p
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %out_of_memory, label %done

out_of_memory:
  call void @periclase_cpu_trap(ptr %block, i32 -1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  unreachable

done:
  %result = phi ptr [ %frame, %0 ], [ %new, %allocate ]
  ret ptr %result
}

; The records of a block's threads, kept from block to block.
define internal ptr @thread_records(ptr %block, i32 %n) #0 {
entry:
  %threads.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 3
  %threads = load ptr, ptr %threads.p
  %have = icmp ne ptr %threads, null
  br i1 %have, label %done, label %allocate

allocate:
  %n.64 = zext i32 %n to i64
  %size = ptrtoint ptr getelementptr (%Thread, ptr null, i32 1) to i64
  %new = call ptr @calloc(i64 %n.64, i64 %size)
  store ptr %new, ptr %threads.p
  %failed = icmp eq ptr %new, null
  br i1 %failed, label %out_of_memory, label %done

out_of_memory:
  call void @periclase_cpu_trap(ptr %block, i32 -1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0)
  unreachable

done:
  %result = phi ptr [ %threads, %entry ], [ %new, %allocate ]
  ret ptr %result
}

; Runs one block whose threads are coroutines.
define void @periclase_cpu_run_cooperative(ptr %body, ptr %args, ptr %block, i32 %bx, i32 %by, i32 %bz) #0 {
  %threads = call ptr @start_block(ptr %body, ptr %args, ptr %block, i32 %bx, i32 %by, i32 %bz)
  call void @advance_block(ptr %block)
  call void @require_end(ptr %block, i32 %bx, i32 %by, i32 %bz)
  ret void
}

; How many threads a block has.
define internal i32 @block_size(ptr %block) #0 {
  %launch = load ptr, ptr %block
  %dx.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 1, i32 0
  %n = call i32 @volume(ptr %dx.p)
  ret i32 %n
}

; Runs each thread of a block to its first collective, or to its end. The records of the threads.
define internal ptr @start_block(ptr %body, ptr %args, ptr %block, i32 %bx, i32 %by, i32 %bz) #0 {
entry:
  %launch = load ptr, ptr %block
  %dx.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 1, i32 0
  %dx = load i32, ptr %dx.p
  %dy.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 1, i32 1
  %dy = load i32, ptr %dy.p
  %n = call i32 @block_size(ptr %block)
  %threads = call ptr @thread_records(ptr %block, i32 %n)
  %arrived = getelementptr inbounds %Block, ptr %block, i32 0, i32 4
  store [16 x i32] zeroinitializer, ptr %arrived
  br label %start

start:
  %t = phi i32 [ 0, %entry ], [ %t.next, %start ]
  %thread = getelementptr inbounds %Thread, ptr %threads, i32 %t
  %tx = urem i32 %t, %dx
  %row = udiv i32 %t, %dx
  %ty = urem i32 %row, %dy
  %tz = udiv i32 %row, %dy
  call void %body(ptr %args, ptr %block, ptr %thread, i32 %tx, i32 %ty, i32 %tz, i32 %bx, i32 %by, i32 %bz)
  %t.next = add i32 %t, 1
  %t.more = icmp ult i32 %t.next, %n
  br i1 %t.more, label %start, label %done

done:
  ret ptr %threads
}

; Runs a block as far as it gets by itself.
define internal void @advance_block(ptr %block) #0 {
entry:
  %n = call i32 @block_size(ptr %block)
  %threads.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 3
  %threads = load ptr, ptr %threads.p
  br label %round

round:                                            ; every warp as far as it gets by itself, then the barriers
  %first.lane = phi i32 [ 0, %entry ], [ 0, %barriers ], [ %next.warp, %round ]
  %warp = getelementptr inbounds %Thread, ptr %threads, i32 %first.lane
  %left = sub i32 %n, %first.lane
  %partial = icmp ult i32 %left, 32
  %lanes = select i1 %partial, i32 %left, i32 32
  call void @run_warp(ptr %warp, i32 %lanes)
  %next.warp = add i32 %first.lane, 32
  %more = icmp ult i32 %next.warp, %n
  br i1 %more, label %round, label %barriers

barriers:
  %released = call i1 @release_barriers(ptr %block, ptr %threads, i32 %n)
  br i1 %released, label %round, label %done

done:
  ret void
}

; A trap at the first thread of a block that has not returned, if there is one: such a block can never finish.
define internal void @require_end(ptr %block, i32 %bx, i32 %by, i32 %bz) #0 {
entry:
  %launch = load ptr, ptr %block
  %dx.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 1, i32 0
  %dx = load i32, ptr %dx.p
  %dy.p = getelementptr inbounds %Launch, ptr %launch, i32 0, i32 1, i32 1
  %dy = load i32, ptr %dy.p
  %n = call i32 @block_size(ptr %block)
  %threads.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 3
  %threads = load ptr, ptr %threads.p
  br label %stuck

stuck:
  %s = phi i32 [ 0, %entry ], [ %s.next, %returned ]
  %s.in = icmp ult i32 %s, %n
  br i1 %s.in, label %look, label %finished

look:
  %s.request.p = getelementptr inbounds %Thread, ptr %threads, i32 %s, i32 2
  %s.request = load i32, ptr %s.request.p
  %s.returned = icmp eq i32 %s.request, 1
  br i1 %s.returned, label %returned, label %deadlock

returned:
  %s.next = add i32 %s, 1
  br label %stuck

deadlock:
  %s.site.p = getelementptr inbounds %Thread, ptr %threads, i32 %s, i32 6
  %s.site = load i32, ptr %s.site.p
  %s.tx = urem i32 %s, %dx
  %s.row = udiv i32 %s, %dx
  %s.ty = urem i32 %s.row, %dy
  %s.tz = udiv i32 %s.row, %dy
  call void @periclase_cpu_trap(ptr %block, i32 %s.site, i32 %s.tx, i32 %s.ty, i32 %s.tz, i32 %bx, i32 %by, i32 %bz)
  unreachable

finished:
  ret void
}

; Resumes the ready lanes of a warp and performs its warp-level collectives until every lane has returned or waits for
; something outside the warp.
define internal void @run_warp(ptr %warp, i32 %lanes) #0 {
entry:
  br label %resume

resume:
  %l = phi i32 [ 0, %entry ], [ %l.next, %resumed ], [ 0, %perform ]
  %request.p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 2
  %request = load i32, ptr %request.p
  %ready = icmp eq i32 %request, 0
  br i1 %ready, label %go, label %resumed

go:
  %handle.p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 0
  %handle = load ptr, ptr %handle.p
  call void @llvm.coro.resume(ptr %handle)
  br label %resumed

resumed:
  %l.next = add i32 %l, 1
  %l.more = icmp ult i32 %l.next, %lanes
  br i1 %l.more, label %resume, label %perform

perform:
  %any = call i1 @perform_collectives(ptr %warp, i32 %lanes)
  br i1 %any, label %resume, label %done

done:
  ret void
}

; The lanes of `warp` whose request is `request`, as a mask.
define internal i32 @lanes_that_ask(ptr %warp, i32 %lanes, i32 %request) #0 {
entry:
  br label %head
head:
  %l = phi i32 [ 0, %entry ], [ %l.next, %head ]
  %mask = phi i32 [ 0, %entry ], [ %mask.next, %head ]
  %p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 2
  %r = load i32, ptr %p
  %same = icmp eq i32 %r, %request
  %bit.0 = zext i1 %same to i32
  %bit = shl i32 %bit.0, %l
  %mask.next = or i32 %mask, %bit
  %l.next = add i32 %l, 1
  %more = icmp ult i32 %l.next, %lanes
  br i1 %more, label %head, label %done
done:
  ret i32 %mask.next
}

; Performs the warp collectives that are complete: for each waiting lane, those of which every lane of its mask that has
; not returned asks for the same, with the same mask. The active mask is answered only when nothing else can be done, to
; all lanes that wait for it at the same place: these are the ones that run together.
define internal i1 @perform_collectives(ptr %warp, i32 %lanes) #0 {
entry:
  %returned = call i32 @lanes_that_ask(ptr %warp, i32 %lanes, i32 1)
  %shift = sub i32 32, %lanes
  %existing = lshr i32 -1, %shift
  %not.returned = xor i32 %returned, -1
  %alive = and i32 %existing, %not.returned
  br label %head

head:
  %l = phi i32 [ 0, %entry ], [ %l.next, %next ]
  %any = phi i1 [ false, %entry ], [ %any.next, %next ]
  %request.p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 2
  %request = load i32, ptr %request.p
  %of.warp = sub i32 %request, 5
  %waits = icmp ult i32 %of.warp, 6
  br i1 %waits, label %check, label %next

check:                                            ; a lane outside its own mask is never served: a deadlock that is reported
  %mask.p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 4
  %mask = load i32, ptr %mask.p
  %mode.p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 3
  %mode = load i32, ptr %mode.p
  %party = and i32 %mask, %alive
  %own = shl i32 1, %l
  %own.in = and i32 %own, %party
  %in.mask = icmp ne i32 %own.in, 0
  br i1 %in.mask, label %member, label %next

member:
  %rest = phi i32 [ %party, %check ], [ %rest.next, %member.next ]
  %m = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %m.request.p = getelementptr inbounds %Thread, ptr %warp, i32 %m, i32 2
  %m.request = load i32, ptr %m.request.p
  %m.mask.p = getelementptr inbounds %Thread, ptr %warp, i32 %m, i32 4
  %m.mask = load i32, ptr %m.mask.p
  %m.mode.p = getelementptr inbounds %Thread, ptr %warp, i32 %m, i32 3
  %m.mode = load i32, ptr %m.mode.p
  %same.request = icmp eq i32 %m.request, %request
  %same.mask = icmp eq i32 %m.mask, %mask
  %same.mode = icmp eq i32 %m.mode, %mode
  %same.0 = and i1 %same.request, %same.mask
  %same = and i1 %same.0, %same.mode
  br i1 %same, label %member.next, label %next

member.next:
  %rest.less = sub i32 %rest, 1
  %rest.next = and i32 %rest, %rest.less
  %rest.more = icmp ne i32 %rest.next, 0
  br i1 %rest.more, label %member, label %complete

complete:
  call void @perform(ptr %warp, i32 %request, i32 %mode, i32 %party)
  br label %next

next:
  %any.next = phi i1 [ %any, %head ], [ %any, %check ], [ %any, %member ], [ true, %complete ]
  %l.next = add i32 %l, 1
  %more = icmp ult i32 %l.next, %lanes
  br i1 %more, label %head, label %end

end:
  br i1 %any.next, label %yes, label %active

active:
  %asking = call i32 @lanes_that_ask(ptr %warp, i32 %lanes, i32 4)
  %nobody = icmp eq i32 %asking, 0
  br i1 %nobody, label %no, label %same_site

same_site:
  %leader = call i32 @llvm.cttz.i32(i32 %asking, i1 true)
  %site.p = getelementptr inbounds %Thread, ptr %warp, i32 %leader, i32 6
  %site = load i32, ptr %site.p
  br label %site_head

site_head:
  %a = phi i32 [ 0, %same_site ], [ %a.next, %site_head ]
  %here = phi i32 [ 0, %same_site ], [ %here.next, %site_head ]
  %a.site.p = getelementptr inbounds %Thread, ptr %warp, i32 %a, i32 6
  %a.site = load i32, ptr %a.site.p
  %a.same = icmp eq i32 %a.site, %site
  %a.bit.0 = zext i1 %a.same to i32
  %a.bit.1 = shl i32 %a.bit.0, %a
  %a.bit = and i32 %a.bit.1, %asking
  %here.next = or i32 %here, %a.bit
  %a.next = add i32 %a, 1
  %a.more = icmp ult i32 %a.next, %lanes
  br i1 %a.more, label %site_head, label %answer

answer:
  call void @perform(ptr %warp, i32 4, i32 0, i32 %here.next)
  br label %yes

yes:
  ret i1 true

no:
  ret i1 false
}

; Performs one collective for the lanes `party` and makes them ready.
define internal void @perform(ptr %warp, i32 %request, i32 %mode, i32 %party) #0 {
entry:
  %total = call i64 @combine(ptr %warp, i32 %request, i32 %mode, i32 %party)
  br label %head

head:
  %rest = phi i32 [ %party, %entry ], [ %rest.next, %next ]
  %l = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %lane = getelementptr inbounds %Thread, ptr %warp, i32 %l
  %request.p = getelementptr inbounds %Thread, ptr %lane, i32 0, i32 2
  %value.p = getelementptr inbounds %Thread, ptr %lane, i32 0, i32 7
  %value = load i64, ptr %value.p
  %result.p = getelementptr inbounds %Thread, ptr %lane, i32 0, i32 9
  %flag.p = getelementptr inbounds %Thread, ptr %lane, i32 0, i32 10
  store i32 0, ptr %request.p
  switch i32 %request, label %same [
    i32 6, label %shuffle
    i32 8, label %match
    i32 10, label %elect
  ]

same:                                             ; every lane gets the combined value
  store i64 %total, ptr %result.p
  br label %next

elect:
  %leader = trunc i64 %total to i32
  %is.leader = icmp eq i32 %leader, %l
  %is.leader.32 = zext i1 %is.leader to i32
  store i64 %total, ptr %result.p
  store i32 %is.leader.32, ptr %flag.p
  br label %next

match:
  %equal = call i32 @lanes_with_value(ptr %warp, i32 %party, i64 %value)
  %all = icmp eq i32 %equal, %party
  %all.32 = zext i1 %all to i32
  %match.all = icmp eq i32 %mode, 1
  %none.or.all = select i1 %all, i32 %party, i32 0
  %matched = select i1 %match.all, i32 %none.or.all, i32 %equal
  %matched.64 = zext i32 %matched to i64
  store i64 %matched.64, ptr %result.p
  store i32 %all.32, ptr %flag.p
  br label %next

shuffle:                                          ; PTX ISA, shfl.sync: the pseudocode of its description, step by step
  %b.p = getelementptr inbounds %Thread, ptr %lane, i32 0, i32 8
  %b.64 = load i64, ptr %b.p
  %b.32 = trunc i64 %b.64 to i32
  %b = and i32 %b.32, 31
  %c.p = getelementptr inbounds %Thread, ptr %lane, i32 0, i32 5
  %c = load i32, ptr %c.p
  %clamp = and i32 %c, 31
  %c.high = lshr i32 %c, 8
  %segment = and i32 %c.high, 31
  %segment.not = xor i32 %segment, 31
  %min.lane = and i32 %l, %segment
  %clamp.in = and i32 %clamp, %segment.not
  %max.lane = or i32 %min.lane, %clamp.in
  %j.up = sub i32 %l, %b
  %p.up = icmp sge i32 %j.up, %max.lane
  %j.down = add i32 %l, %b
  %p.down = icmp sle i32 %j.down, %max.lane
  %j.bfly = xor i32 %l, %b
  %p.bfly = icmp sle i32 %j.bfly, %max.lane
  %b.in = and i32 %b, %segment.not
  %j.idx = or i32 %min.lane, %b.in
  %p.idx = icmp sle i32 %j.idx, %max.lane
  %is.up = icmp eq i32 %mode, 1
  %is.down = icmp eq i32 %mode, 2
  %is.bfly = icmp eq i32 %mode, 3
  %j.0 = select i1 %is.up, i32 %j.up, i32 %j.idx
  %j.1 = select i1 %is.down, i32 %j.down, i32 %j.0
  %j.2 = select i1 %is.bfly, i32 %j.bfly, i32 %j.1
  %p.0 = select i1 %is.up, i1 %p.up, i1 %p.idx
  %p.1 = select i1 %is.down, i1 %p.down, i1 %p.0
  %p.2 = select i1 %is.bfly, i1 %p.bfly, i1 %p.1
  %j.3 = select i1 %p.2, i32 %j.2, i32 %l
  %j.bit = shl i32 1, %j.3                        ; a lane that takes no part has no value: undefined in PTX, here one's own
  %j.in = and i32 %j.bit, %party
  %j.has = icmp ne i32 %j.in, 0
  %j = select i1 %j.has, i32 %j.3, i32 %l
  %source.p = getelementptr inbounds %Thread, ptr %warp, i32 %j, i32 7
  %source = load i64, ptr %source.p
  %p.32 = zext i1 %p.2 to i32
  store i64 %source, ptr %result.p
  store i32 %p.32, ptr %flag.p
  br label %next

next:
  %rest.less = sub i32 %rest, 1
  %rest.next = and i32 %rest, %rest.less
  %more = icmp ne i32 %rest.next, 0
  br i1 %more, label %head, label %done

done:
  ret void
}

; The lanes of `party` whose value is `value`.
define internal i32 @lanes_with_value(ptr %warp, i32 %party, i64 %value) #0 {
entry:
  br label %head
head:
  %rest = phi i32 [ %party, %entry ], [ %rest.next, %head ]
  %mask = phi i32 [ 0, %entry ], [ %mask.next, %head ]
  %l = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 7
  %v = load i64, ptr %p
  %same = icmp eq i64 %v, %value
  %bit.0 = zext i1 %same to i32
  %bit = shl i32 %bit.0, %l
  %mask.next = or i32 %mask, %bit
  %rest.less = sub i32 %rest, 1
  %rest.next = and i32 %rest, %rest.less
  %more = icmp ne i32 %rest.next, 0
  br i1 %more, label %head, label %done
done:
  ret i32 %mask.next
}

; What a collective gives to all its lanes alike.
define internal i64 @combine(ptr %warp, i32 %request, i32 %mode, i32 %party) #0 {
entry:
  %party.64 = zext i32 %party to i64
  switch i32 %request, label %nothing [
    i32 4, label %mask
    i32 7, label %vote
    i32 9, label %reduce
    i32 10, label %lowest
  ]

nothing:
  ret i64 0

mask:
  ret i64 %party.64

lowest:
  %low = call i32 @llvm.cttz.i32(i32 %party, i1 true)
  %low.64 = zext i32 %low to i64
  ret i64 %low.64

vote:                                             ; modes: 0 all, 1 any, 2 uniform, 3 ballot
  %false = call i32 @lanes_with_value(ptr %warp, i32 %party, i64 0)
  %true = xor i32 %party, %false
  %all = icmp eq i32 %false, 0
  %none = icmp eq i32 %true, 0
  %any = xor i1 %none, true
  %uniform = or i1 %all, %none
  %is.any = icmp eq i32 %mode, 1
  %is.uniform = icmp eq i32 %mode, 2
  %is.ballot = icmp eq i32 %mode, 3
  %v.0 = select i1 %is.any, i1 %any, i1 %all
  %v.1 = select i1 %is.uniform, i1 %uniform, i1 %v.0
  %v.32 = zext i1 %v.1 to i32
  %v.2 = select i1 %is.ballot, i32 %true, i32 %v.32
  %v.64 = zext i32 %v.2 to i64
  ret i64 %v.64

reduce:
  %first.l = call i32 @llvm.cttz.i32(i32 %party, i1 true)
  %first.p = getelementptr inbounds %Thread, ptr %warp, i32 %first.l, i32 7
  %first = load i64, ptr %first.p
  %party.less = sub i32 %party, 1
  %party.rest = and i32 %party, %party.less
  br label %head

head:
  %rest = phi i32 [ %party.rest, %reduce ], [ %rest.next, %joined ]
  %total = phi i64 [ %first, %reduce ], [ %total.next, %joined ]
  %more = icmp ne i32 %rest, 0
  br i1 %more, label %step, label %reduced

step:                                             ; modes: 0 add, 1 and, 2 or, 3 xor, 4 umin, 5 umax, 6 smin, 7 smax
  %l = call i32 @llvm.cttz.i32(i32 %rest, i1 true)
  %p = getelementptr inbounds %Thread, ptr %warp, i32 %l, i32 7
  %value = load i64, ptr %p
  %rest.less = sub i32 %rest, 1
  %rest.next = and i32 %rest, %rest.less
  switch i32 %mode, label %r.add [
    i32 1, label %r.and
    i32 2, label %r.or
    i32 3, label %r.xor
    i32 4, label %r.umin
    i32 5, label %r.umax
    i32 6, label %r.smin
    i32 7, label %r.smax
  ]
r.add:
  %add = add i64 %total, %value
  br label %joined
r.and:
  %and = and i64 %total, %value
  br label %joined
r.or:
  %or = or i64 %total, %value
  br label %joined
r.xor:
  %xor = xor i64 %total, %value
  br label %joined
r.umin:
  %umin = call i64 @llvm.umin.i64(i64 %total, i64 %value)
  br label %joined
r.umax:
  %umax = call i64 @llvm.umax.i64(i64 %total, i64 %value)
  br label %joined
r.smin:
  %smin = call i64 @llvm.smin.i64(i64 %total, i64 %value)
  br label %joined
r.smax:
  %smax = call i64 @llvm.smax.i64(i64 %total, i64 %value)
  br label %joined

joined:
  %total.next = phi i64 [ %add, %r.add ], [ %and, %r.and ], [ %or, %r.or ], [ %xor, %r.xor ], [ %umin, %r.umin ], [ %umax, %r.umax ], [ %smin, %r.smin ], [ %smax, %r.smax ]
  br label %head

reduced:
  ret i64 %total
}

; -------------------------------------------------------------------------------------------------------- barriers ----

; Lets arrivals go on, and releases each barrier that is complete. True if any thread became ready.
define internal i1 @release_barriers(ptr %block, ptr %threads, i32 %n) #0 {
entry:
  br label %arrive

arrive:                                           ; an arrival counts and does not wait
  %t = phi i32 [ 0, %entry ], [ %t.next, %arrive.next ]
  %alive = phi i32 [ 0, %entry ], [ %alive.next, %arrive.next ]
  %any.arrived = phi i1 [ false, %entry ], [ %any.arrived.next, %arrive.next ]
  %request.p = getelementptr inbounds %Thread, ptr %threads, i32 %t, i32 2
  %request = load i32, ptr %request.p
  %lives = icmp ne i32 %request, 1
  %lives.32 = zext i1 %lives to i32
  %alive.next = add i32 %alive, %lives.32
  %arrives = icmp eq i32 %request, 3
  br i1 %arrives, label %count, label %arrive.next

count:
  %a.id.p = getelementptr inbounds %Thread, ptr %threads, i32 %t, i32 4
  %a.id.0 = load i32, ptr %a.id.p
  %a.id = and i32 %a.id.0, 15
  %a.count.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 4, i32 %a.id
  %a.count = load i32, ptr %a.count.p
  %a.count.next = add i32 %a.count, 1
  store i32 %a.count.next, ptr %a.count.p
  store i32 0, ptr %request.p
  br label %arrive.next

arrive.next:
  %any.arrived.next = phi i1 [ %any.arrived, %arrive ], [ true, %count ]
  %t.next = add i32 %t, 1
  %t.more = icmp ult i32 %t.next, %n
  br i1 %t.more, label %arrive, label %barriers

barriers:
  br label %head

head:                                             ; one look at each barrier that somebody waits at
  %w = phi i32 [ 0, %barriers ], [ %w.next, %next ]
  %seen = phi i32 [ 0, %barriers ], [ %seen.next, %next ]
  %any = phi i1 [ %any.arrived.next, %barriers ], [ %any.next, %next ]
  %w.request.p = getelementptr inbounds %Thread, ptr %threads, i32 %w, i32 2
  %w.request = load i32, ptr %w.request.p
  %w.waits = icmp eq i32 %w.request, 2
  br i1 %w.waits, label %new, label %next

new:
  %id.p = getelementptr inbounds %Thread, ptr %threads, i32 %w, i32 4
  %id.0 = load i32, ptr %id.p
  %id = and i32 %id.0, 15
  %id.bit = shl i32 1, %id
  %id.seen = and i32 %seen, %id.bit
  %is.new = icmp eq i32 %id.seen, 0
  %seen.new = or i32 %seen, %id.bit
  br i1 %is.new, label %try, label %next

try:
  %expected.p = getelementptr inbounds %Thread, ptr %threads, i32 %w, i32 5
  %expected = load i32, ptr %expected.p
  %mode.p = getelementptr inbounds %Thread, ptr %threads, i32 %w, i32 3
  %mode = load i32, ptr %mode.p
  %released = call i1 @try_barrier(ptr %block, ptr %threads, i32 %n, i32 %alive.next, i32 %id, i32 %expected, i32 %mode)
  %any.try = or i1 %any, %released
  br label %next

next:
  %seen.next = phi i32 [ %seen, %head ], [ %seen, %new ], [ %seen.new, %try ]
  %any.next = phi i1 [ %any, %head ], [ %any, %new ], [ %any.try, %try ]
  %w.next = add i32 %w, 1
  %w.more = icmp ult i32 %w.next, %n
  br i1 %w.more, label %head, label %done

done:
  ret i1 %any.next
}

; Releases barrier `id` if `expected` threads (0: all that have not returned) have come to it, and gives them the
; reduction of their predicates. Modes: 0 none, 1 count, 2 and, 3 or.
define internal i1 @try_barrier(ptr %block, ptr %threads, i32 %n, i32 %alive, i32 %id, i32 %expected, i32 %mode) #0 {
entry:
  %arrived.p = getelementptr inbounds %Block, ptr %block, i32 0, i32 4, i32 %id
  %arrived = load i32, ptr %arrived.p
  %everybody = icmp eq i32 %expected, 0
  %needed = select i1 %everybody, i32 %alive, i32 %expected
  br label %count

count:
  %t = phi i32 [ 0, %entry ], [ %t.next, %count ]
  %waiting = phi i32 [ 0, %entry ], [ %waiting.next, %count ]
  %true = phi i32 [ 0, %entry ], [ %true.next, %count ]
  %here = call i1 @waits_at(ptr %threads, i32 %t, i32 %id)
  %here.32 = zext i1 %here to i32
  %waiting.next = add i32 %waiting, %here.32
  %value.p = getelementptr inbounds %Thread, ptr %threads, i32 %t, i32 7
  %value = load i64, ptr %value.p
  %is.true = icmp ne i64 %value, 0
  %counts = and i1 %is.true, %here
  %counts.32 = zext i1 %counts to i32
  %true.next = add i32 %true, %counts.32
  %t.next = add i32 %t, 1
  %t.more = icmp ult i32 %t.next, %n
  br i1 %t.more, label %count, label %compare

compare:
  %come = add i32 %waiting.next, %arrived
  %complete = icmp uge i32 %come, %needed
  br i1 %complete, label %release, label %no

release:
  store i32 0, ptr %arrived.p
  %all = icmp eq i32 %true.next, %waiting.next
  %any = icmp ne i32 %true.next, 0
  %all.32 = zext i1 %all to i32
  %any.32 = zext i1 %any to i32
  %is.and = icmp eq i32 %mode, 2
  %is.or = icmp eq i32 %mode, 3
  %r.0 = select i1 %is.and, i32 %all.32, i32 %true.next
  %r.1 = select i1 %is.or, i32 %any.32, i32 %r.0
  %result = zext i32 %r.1 to i64
  br label %free

free:
  %f = phi i32 [ 0, %release ], [ %f.next, %free.next ]
  %f.here = call i1 @waits_at(ptr %threads, i32 %f, i32 %id)
  br i1 %f.here, label %ready, label %free.next

ready:
  %f.request.p = getelementptr inbounds %Thread, ptr %threads, i32 %f, i32 2
  store i32 0, ptr %f.request.p
  %f.result.p = getelementptr inbounds %Thread, ptr %threads, i32 %f, i32 9
  store i64 %result, ptr %f.result.p
  br label %free.next

free.next:
  %f.next = add i32 %f, 1
  %f.more = icmp ult i32 %f.next, %n
  br i1 %f.more, label %free, label %yes

yes:
  ret i1 true

no:
  ret i1 false
}

; Whether thread `t` waits at barrier `id`.
define internal i1 @waits_at(ptr %threads, i32 %t, i32 %id) #0 {
  %request.p = getelementptr inbounds %Thread, ptr %threads, i32 %t, i32 2
  %request = load i32, ptr %request.p
  %waits = icmp eq i32 %request, 2
  %id.p = getelementptr inbounds %Thread, ptr %threads, i32 %t, i32 4
  %t.id.0 = load i32, ptr %id.p
  %t.id = and i32 %t.id.0, 15
  %same = icmp eq i32 %t.id, %id
  %here = and i1 %waits, %same
  ret i1 %here
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

attributes #0 = { minsize optsize noinline nounwind }
