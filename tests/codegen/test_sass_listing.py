"""How the benchmark of instructions reads what nvdisasm prints."""

from __future__ import annotations

from sass_listing import hot_loop, innermost_loops, kernels

LISTING = """
	.section	.text.first,"ax",@progbits
.text.first:
        /*0000*/                   S2R R0, SR_TID.X ;
.L_x_0:
        /*0010*/                   MOV R1, RZ ;
.L_x_1:
        /*0020*/                   LDG.E.128 R4, desc[UR4][R2.64] ;
        /*0030*/                   LDG.E R5, desc[UR4][R2.64] ;
        /*0040*/              @!P0 BRA `(.L_x_1) ;
        /*0050*/                   LDG.E R5, desc[UR4][R2.64] ;
        /*0060*/               @P1 BRA `(.L_x_0) ;
        /*0070*/                   BRA `(.L_x_2) ;
.L_x_2:
        /*0080*/                   EXIT ;
.L_x_3:
        /*0090*/                   BRA `(.L_x_3) ;
        /*00a0*/                   NOP ;
	.section	.text.second,"ax",@progbits
        /*0000*/                   EXIT ;
"""


def test_instructions_without_what_fills_up() -> None:
    found = kernels(LISTING)
    assert {name: len(code) for name, code in found.items()} == {"first": 9, "second": 1}
    assert found["first"][4].target == 0x20
    assert [each.words() for each in found["first"][2:4]] == [4, 1]


def test_the_hot_loop_is_the_innermost() -> None:
    code = kernels(LISTING)["first"]
    (loop,) = innermost_loops(code)
    assert [each.address for each in loop.body] == [0x20, 0x30, 0x40]
    assert loop.work("LDG") == 5
    assert hot_loop(code, "LDG") == loop
    assert hot_loop(code, "FFMA") is None
    assert hot_loop(kernels(LISTING)["second"], "LDG") is None
