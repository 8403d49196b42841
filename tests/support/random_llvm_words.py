"""What random modules of LLVM IR are made of (`random_llvm_ir`): the common ones first, as far as there is an order."""

# ruff: noqa: E501
# fmt: off
from __future__ import annotations

INTEGERS = (
    *("i1", "i8", "i16", "i32", "i64") * 6,
    *("i2", "i3", "i5", "i7", "i12", "i17", "i24", "i31", "i33", "i48", "i63", "i65", "i96", "i128", "i128"),
    *("i129", "i200", "i256", "i512", "i1000"),
)
FLOATS = (*("half", "bfloat", "float", "double") * 8, "fp128", "x86_fp80")
SPACES = (*(0, 1, 3, 4, 5) * 6, 2, 6, 7, 8, 101, 200)
COUNTS = (1, 2, 2, 3, 4, 4, 5, 7, 8, 16, 33)
ORDERS = ("unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst")
SCOPES = ("", "", "device", "block", "cluster", "system", "singlethread", "agent", "x y", "", "\\00")
CONVENTIONS = ("", "", "", "fastcc ", "coldcc ", "ptx_device ", "tailcc ", "swiftcc ", "amdgpu_kernel ", "cc 99 ")
LINKAGES = ("", "", "internal ", "internal ", "private ", "weak ", "linkonce_odr ", "weak_odr ", "available_externally ")
NAMES = (
    *("f", "g", "helper", "_start", "$d", "a.b", "llvm.fake", "__nv_expf", "__nv_none", "printf", "vprintf", "malloc"),
    *("add", "mov", "WARP_SZ", "\u00e4", "a b", "1x", "%tid", "\\00", "\\22", "x" * 3000, "memcpy", "__assertfail", ".local"),
)
INTEGER_BINARY = ("add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor")
FLOAT_BINARY = ("fadd", "fsub", "fmul", "fdiv", "frem")
COMPARISONS = ("eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle")
FLOAT_COMPARISONS = ("oeq", "one", "ogt", "oge", "olt", "ole", "ord", "uno", "ueq", "une", "ugt", "true", "false")
FLAGS = ("", "", "contract ", "fast ", "nnan ninf ", "afn ", "arcp reassoc ", "nsz ")
UNARY_INTEGER = ("ctpop", "bitreverse", "bswap")
FLAGGED_INTEGER = ("ctlz", "cttz", "abs")
BINARY_INTEGER = (
    *("smax", "smin", "umax", "umin", "sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat", "ushl.sat"),
    *("sadd.with.overflow", "uadd.with.overflow", "ssub.with.overflow", "smul.with.overflow", "umul.with.overflow"),
    *("scmp", "ucmp", "pdep", "clmul"),
)
TERNARY_INTEGER = ("fshl", "fshr", "smul.fix", "umul.fix.sat", "sdiv.fix")
UNARY_FLOAT = (
    *("fabs", "floor", "ceil", "trunc", "round", "roundeven", "rint", "nearbyint", "sqrt", "canonicalize", "sin", "cos"),
    *("tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2", "log10", "arithmetic.fence"),
)
BINARY_FLOAT = (*("copysign", "maxnum", "minnum", "maximum", "minimum", "maximumnum", "minimumnum", "pow", "atan2"),)
TERNARY_FLOAT = ("fma", "fmuladd")
CONSTRAINED = ("fadd", "fsub", "fmul", "fdiv", "frem", "pow")
REDUCTIONS = ("add", "mul", "and", "or", "xor", "smax", "smin", "umax", "umin")
FLOAT_REDUCTIONS = ("fmax", "fmin", "fmaximum", "fminimum")
READ_REGISTERS = (
    *("tid.x", "tid.y", "ntid.z", "ctaid.x", "nctaid.x", "laneid", "warpsize", "warpid", "smid", "gridid", "clock", "clock64"),
    *("lanemask.lt", "globaltimer", "envreg3", "pm0", "cluster.ctaid.x", "cluster.nctarank", "dynamic_smem_size", "nothing"),
)
CONSTRAINTS = ("r", "l", "f", "d", "h", "c", "b", "q", "n", "i", "x", "m", "*m", "0", "7", "{ax}", "^Wa", "", "&r", "r|l", "X")
BODIES = (
    *("mov.u32 $0, $1;", "add.s32 $0, $1, $2;", "nop;", "", "$", "$$", "${0:x}", "${9}", "$0 $1 $2 $3", "$(a$|b$)"),
    *("{", "}", ".reg .b32 t;", "\\00", "\\0A\\09ret;", "/*", "// $0", "${:uid}", "${:comment}", "${0", "bra $l0;", "\u00e4"),
)
ATTRIBUTES = (
    *("nounwind", "noinline", "alwaysinline", "convergent", "optnone noinline", "optnone", "naked", "minsize", "cold"),
    *("willreturn", "noreturn", "memory(none)", "memory(read)", "strictfp", "presplitcoroutine", "returns_twice", "ssp"),
    *("sanitize_address", "uwtable", "nonlazybind", "speculatable", "vscale_range(1,16)", "alignstack(16)", "norecurse"),
    *('"nvvm.maxntid"="256"', '"nvvm.maxntid"="0"', '"nvvm.maxntid"="1,2,3,4"', '"nvvm.maxntid"="x"', '"nvvm.minctasm"="2"'),
    *('"nvvm.maxnreg"="64"', '"nvvm.maxnreg"="-1"', '"nvvm.reqntid"="16,16,1"', '"nvvm.reqntid"="99999999999"'),
    *('"nvvm.cluster_dim"="2,1,1"', '"nvvm.cluster_dim"', '"nvvm.maxclusterrank"="8"', '"nvvm.blocksareclusters"'),
    *('"target-cpu"="sm_90"', '"target-cpu"="nonsense"', '"target-features"="+ptx90"', '"target-features"="-ptx63,+x"'),
    *('"frame-pointer"="all"', '"frame-pointer"="x"', '"denormal-fp-math"="preserve-sign"', '"denormal-fp-math"="x,y"'),
    *('"denormal-fp-math-f32"="positive-zero,ieee"', '"stack-probe-size"="x"', '"probe-stack"="inline-asm"', '"no-jump-tables"="2"'),
    *('"prefer-vector-width"="256"', '"prefer-vector-width"="x"', '"min-legal-vector-width"="x"', '"use-soft-float"="true"'),
    *('"patchable-function-entry"="x"', '"unsafe-fp-math"="true"', '"nvvm.annotations_transplanted"', '"split-stack"'),
    *('"no-builtins"', '"alloc-family"="x"', '"vector-function-abi-variant"="_ZGV_x"', '"coroutine.presplit"="1"'),
)  # fmt: skip
SANE_ATTRIBUTES = (
    *("nounwind", "noinline", "convergent", "cold", "willreturn", "norecurse"),
    *('"nvvm.maxntid"="256"', '"nvvm.minctasm"="2"', '"nvvm.maxnreg"="64"', '"denormal-fp-math-f32"="preserve-sign"'),
)  # fmt: skip
PARAMETER_ATTRIBUTES = (
    *("noundef", "nonnull", "noalias", "readonly", "writeonly", "nocapture", "zeroext", "signext", "inreg", "returned"),
    *("align 16", "align 4294967296", "dereferenceable(64)", "nest", "swiftself", "swifterror", "immarg", "noext", "nofpclass(nan)"),
    *("captures(none)", "byval(%S)", "sret(%S)", "byref([4 x i32])", "inalloca(i32)", "byval([0 x i8])", "range(i32 0, 8)"),
    *('"nvvm.grid_constant"', '"x"="y"', "allocptr", "writable", "dead_on_unwind", "initializes((0, 4))"),
)  # fmt: skip
