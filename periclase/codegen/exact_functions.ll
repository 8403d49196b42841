; Mathematics of GPUs that libdevice has to more than two units in the last place.
;
; Written from periclase/library/exact_functions.py by periclase.tools.mathematics_file; do not edit.
; source 996bad8c70431d8d437e983eb3727016

source_filename = "periclase"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@periclase_constant_47446701f7ee1430aaee630668287308 = internal addrspace(4) constant [493 x double] [double 0x4003A7FC9600F86C, double 0x3C855F64F98AF8D0, double 0x4040000000000000, double 0x3FE73696A300D302, double 0xBFA83FE966AF535F, double 0x3C3777FC08A9E07F, double 0x3CD1C59CB4654C4C, double 0xBD0ABFBD56B522BD, double 0x3D5286EB151E6516, double 0xBD892960431A2C09, double 0x3DD48EAA85E465FF, double 0xBE0809F05629AD8A, double 0x3E58D32F682A12BE, double 0xBE87339FE04A4210, double 0x3EE1718D7CA09E5F, double 0xBF0694A6058A7862, double 0x3F736EEBB002F55D, double 0x4005FB410A1BD901, double 0xBC9A19A96D2E6F85, double 0x4040000000000000, double 0x3FE2B20F93089893, double 0x3FAEA12DA904B18C, double 0x3C413AAEFFD962B3, double 0x3D735B539DA5F680, double 0x3DA54EEE11A1FDF3, double 0x3DD757B0F746F382, double 0x3E0A2CB5E23C6885, double 0x3E3DBA662AF161CB, double 0x3E712239E53A8288, double 0x3EA4373F7CBB6E88, double 0x3ED858845813E1B5, double 0x3F0F504ACCC9F2F7, double 0x3F44185AC30C8CAF, double 0x3F83267F3C265A52, double 0x4009260DBC9E59AF, double 0x3CAF717CD335A7B3, double 0x4060000000000000, double 0x3FE101F9017883B9, double 0xBFAF20A65F2FAC55, double 0x3C31D259BD9902A0, double 0x3C90360D1C52B5E1, double 0xBCD45028D2AA8180, double 0x3D199C837B0AE4AF, double 0xBD6057F49B769A12, double 0x3DA51EA334947EA1, double 0xBDEBB97AA0F8E33D, double 0x3E3293C3F78D3A18, double 0xBE799A6337DA37B0, double 0x3EC267203D776B0E, double 0xBF0C1137124D5C5B, double 0x3F59D4D2977150EF, double 0x400FA471547C2FE5, double 0x3C770D4561291237, double 0x4080000000000000, double 0x3FE9AD16C355967E, double 0x3FA4B99D966C5647, double 0xBC49CBA5B2252286, double 0x3C52A3F177674394, double 0x3C9D16F6C847CECA, double 0x3CE6D1256C560D3C, double 0x3D32225BB0AF22C8, double 0x3D7D2F76DF651A84, double 0x3DC7DBBE06E3B147, double 0x3E13E8F3AB9FB927, double 0x3E6116F7806D200B, double 0x3EAE8F829F141AA5, double 0x3EFD25359D4B2F38, double 0x3F4F76DEAE0436BE, double 0x4010284E78599581, double 0xBCAE78C1E9E43CFE, double 0x4080000000000000, double 0x3FE3C6D426ECE5F7, double 0xBFAACA5CF4921642, double 0xBC3A46A150EC34F5, double 0x3C75746F0354D688, double 0xBCBD7AD7A5814561, double 0x3D045FBB8C32344C, double 0xBD4C8395E8D3EA16, double 0x3D9433DCE2CB2E42, double 0xBDDD14FE4A26FFD4, double 0x3E255E3DBF99E800, double 0xBE70261EB5732C0E, double 0x3EB96D18E21AEBDB, double 0xBF0559B11B2A9C7C, double 0x3F544415CD813F8E, double 0x4013F7577A6EEAFD, double 0xBCA5DE5EAB7F12CF, double 0x40A0000000000000, double 0x3FE2391FB2F71F61, double 0x3FAD224A3EF9E41F, double 0x3C49BE250F858A73, double 0x3CA090A6455798E9, double 0x3CE38EA72C176DA8, double 0x3D27382123F51DF9, double 0x3D6BEC0DDA43382D, double 0x3DB0FFA5764717B3, double 0x3DF5068B3F427F08, double 0x3E3A8C5C5345859B, double 0x3E813D5D163BCFDD, double 0x3EC752A6F5AC2726, double 0x3F10D3F7FEE65D34, double 0x3F5B533C678A3956, double 0x4014086A57F0B6D9, double 0x3C895262B72CA9CA, double 0x40A0000000000000, double 0x3FE132E77AE938E6, double 0xBFAED72E0829AE02, double 0x3C2FDC1E6EFDDB1C, double 0x3CA74D83972166E9, double 0xBCEABD86AD3F49B8, double 0x3D2EDC93BEE3F32B, double 0xBD72091F3992F681, double 0x3DB557FD8CAA7DB0, double 0xBDF9A8D00CE60CDA, double 0x3E3F7D8D5BDCAAEC, double 0xBE83E017737622B4, double 0x3ECA225DF2DA6E63, double 0xBF1253D8563F7264, double 0x3F5CECC32EC22F9B, double 0x4017FE92F591F40D, double 0x3CB7DD4ED62CBD32, double 0x40D0000000000000, double 0x3FE7B5CF773C15A0, double 0x3FA661F6A43A5E12, double 0x3C40C436589D4DF1, double 0x3C535F87846C50A8, double 0x3C9E22A228231907, double 0x3CE79222871E6933, double 0x3D32AC2D23DD8F75, double 0x3D7DF44C1E191A57, double 0x3DC8684E4142EB05, double 0x3E144D54E9FE1EB9, double 0x3E615EA6B0AB4EE1, double 0x3EAEF5D308DBFC97, double 0x3EFD6E8088A19FFE, double 0x3F4F79DCB794F26F, double 0x4018016B25897C8D, double 0xBC927E0F49A4BA72, double 0x40D0000000000000, double 0x3FE775F8A9E01D70, double 0xBFA69DE49E3AF2AA, double 0xBC2954B1630D94D4, double 0x3C549EDAD9A913C5, double 0xBC9FE8BEFA1FBEDF, double 0x3CE8D45B44133798, double 0xBD33914F202B8671, double 0x3D7F3A2C245A5D32, double 0xBDC950099542367E, double 0x3E14F21E2FB9DB91, double 0xBE61D3D507143DBD, double 0x3EAF9C7B52558ABC, double 0xBEFDE503A3C37C40, double 0x3F4FCE23484CFD10, double 0x401BFFCBF76B86F0, double 0xBC6853B29347B806, double 0x4100000000000000, double 0x3FEAF9C7B26E7ED8, double 0x3FA3ABF7A5CEA91B, double 0x3C48257A5EBFF7A9, double 0x3C30071C66A202B2, double 0x3C7C6E21FE93587B, double 0x3CC95BAD0FD4FCC2, double 0x3D16E851915D7891, double 0x3D64F3D28F440D26, double 0x3DB377E70BA1A502, double 0x3E02775E857FB243, double 0x3E520427DF1B30C4, double 0x3EA24F3D636F3339, double 0x3EF3D91DADC98428, double 0x3F48349A2550422D, double 0x401C0033FDEDFE1F, double 0xBCB20BB7D2324678, double 0x4100000000000000, double 0x3FEAEE9020544F0E, double 0xBFA3B407AA387BD1, double 0xBC3DA1E320BB0F82, double 0x3C302EAA3AC3C621, double 0xBC7CAE6B51EFDD1D, double 0x3CC98FCEF92D27FE, double 0xBD1712AFC4846F34, double 0x3D651641425E3C47, double 0xBDB393E2BC8E786D, double 0x3E028E1C70EF4EBC, double 0xBE5216A356074022, double 0x3EA25E42A45E905B, double 0xBEF3E552B5E3C226, double 0x3F483E85DAAFBAD6, double 0x401FFFF97F8159CF, double 0x3C8E54F415A91586, double 0x4130000000000000, double 0x3FEAF4E8E3D60C40, double 0x3FA3AF76FE4C2FAB, double 0x3C37CC909B1DF1E2, double 0x3C30183A098D1FF0, double 0x3C7C89F501186A81, double 0x3CC9723EB46A8350, double 0x3D16FAAA1D15A3EA, double 0x3D6502BC4E15BFDA, double 0x3DB384066C8D91B0, double 0x3E028139342CEAA8, double 0x3E520C2A84180E9D, double 0x3EA255C052530C71, double 0x3EF3DE68B3256526, double 0x3F4838E76CAAF123, double 0x402000034028B3F9, double 0x3CBF60CB3CEC1CED, double 0x4130000000000000, double 0x3FEAF36BAF21FC4F, double 0xBFA3B088FED67718, double 0x3C4505626613EE99, double 0x3C301D7A4207F4B3, double 0xBC7C927DBE159667, double 0x3CC9792A65E3B3A6, double 0xBD170049F754F592, double 0x3D65074E78F66494, double 0xBDB387BD6AD3C5DF, double 0x3E02843E1313C3E3, double 0xBE520E9EA075567A, double 0x3EA257BEC9464251, double 0xBEF3E0078DB8ADA4, double 0x3F483A3893550EDC, double 0x4021FFFFA3884BD0, double 0x3CAFF90C9D2AE925, double 0x4160000000000000, double 0x3FE7F58EB2EE38B9, double 0x3FA625EDFC63DB2F, double 0xBC3DA7FEDEC9BE3C, double 0x3C508BCD4C3F777A, double 0x3C9A140994283E56, double 0x3CE4AAF104768C34, double 0x3D3096E179AB8411, double 0x3D7AF6ED59214320, double 0x3DC64314B49A1302, double 0x3E12C334AE5359B6, double 0x3E6043D21BC24A7F, double 0x3EAD5FE468DBBF03, double 0x3EFC4B30E4BC55C1, double 0x3F4EA8C150480A7A, double 0x402200005C7768FB, double 0x3C9B5B610FFB70D4, double 0x4160000000000000, double 0x3FE7F56718413112, double 0xBFA6261203919440, double 0xBC27D5E2E7772C56, double 0x3C508C6EB973CB50, double 0xBC9A14F2CA7F098A, double 0x3CE4AB99201255E5, double 0xBD30975AEA89BD82, double 0x3D7AF79CCE4D2692, double 0xBDC6439374B3FF9E, double 0x3E12C3903EC9C4A5, double 0xBE604414411DB488, double 0x3EAD6043FA1FFAA5, double 0xBEFC4B75EE68E2BA, double 0x3F4EA8F32FB7F586, double 0x4023FFFFF6C0D7C0, double 0xBCC197CEA8C42D7D, double 0x4190000000000000, double 0x3FE32ACA5F299D92, double 0x3FABAF7DA5F3795D, double 0x3C416A77AD9B55B7, double 0x3C8E1964770F3B58, double 0x3CD2F9C0D99B8407, double 0x3D180FCF10B38B0F, double 0x3D5EE6D3D71A3909, double 0x3DA4174F666363A3, double 0x3DEA8A191E2D5669, double 0x3E31E4D8C35D1E99, double 0x3E78D1A9AB5A4B16, double 0x3EC1EDE14765DC0C, double 0x3F0BA18BEFCAAA64, double 0x3F57F3E8791FA0D2, double 0x40240000093F2777, double 0x3CB927B45D95E154, double 0x4190000000000000, double 0x3FE32AC7100C448D, double 0xBFABAF825A0C63B2, double 0x3C22032A80BFB9CE, double 0x3C8E198321E654C3, double 0xBCD2F9D2926FE3FA, double 0x3D180FE38132F89C, double 0xBD5EE6EB7705978F, double 0x3DA4175D0D999106, double 0xBDEA8A28E6131A3F, double 0x3E31E4E1E218C569, double 0xBE78D1B435ECDCD5, double 0x3EC1EDE75EF431B0, double 0xBF0BA192FA62A5C8, double 0x3F57F3EC8AE05F2E, double 0x4025FFFFFF28CDD4, double 0xBCAC9924A65AA486, double 0x41D0000000000000, double 0x3FEBE1242DF601C2, double 0x3FA308A7D8EADB7C, double 0xBC2A95AA8C5CB6C3, double 0x3C257A936DC4989F, double 0x3C73B22CF00EA64E, double 0x3CC229EF19CD1B9E, double 0x3D10F7163B878749, double 0x3D600B346BFFE986, double 0x3DAED38DAA9DAD96, double 0x3DFE3B550A81553D, double 0x3E4E7EE7DCCF09A0, double 0x3EA005993B17E047, double 0x3EF1F51F646980C5, double 0x3F46A4938065BFD2, double 0x4026000000D7322A, double 0x3CC8AECB2D37FF52, double 0x41D0000000000000, double 0x3FEBE123B99DA26C, double 0xBFA308A827152450, double 0x3C41233C57E1328F, double 0x3C257A957EC21002, double 0xBC73B22EACB32EA1, double 0x3CC229F08EC37BE1, double 0xBD10F717750B8CAD, double 0x3D600B35738B52DF, double 0xBDAED38F65B12409, double 0x3DFE3B567EF5825F, double 0xBE4E7EE915E59924, double 0x3EA00599BEAF8731, double 0xBEF1F51FD307A7CE, double 0x3F46A493DD62402E, double 0x4027FFFFFFEE1127, double 0x3C9CE1F7906B30F5, double 0x4200000000000000, double 0x3FE29617FB3372AF, double 0x3FAC8CFBFAF2B0C8, double 0xBC37E9437AE6915B, double 0x3C95C59920F03173, double 0x3CDA9EA09197AED0, double 0x3D205DAB19915053, double 0x3D64619775A3DE4B, double 0x3DA9B2F36920F2AC, double 0x3DF075952020FDE9, double 0x3E3585BDC3E19CD3, double 0x3E7CF2769E62904D, double 0x3EC447163AE314A4, double 0x3F0E4DA54EBC6DAC, double 0x3F597926203E98AC, double 0x402800000011EED9, double 0xBCA19D5307E1FB5E, double 0x4200000000000000, double 0x3FE29617F4844F46, double 0xBFAC8CFC050D4F38, double 0x3C47EF08D7E4C92A, double 0x3C95C5994F2588E8, double 0xBCDA9EA0C56138F9, double 0x3D205DAB3686DA40, double 0xBD64619796190E3B, double 0x3DA9B2F38D82002B, double 0xBDF0759534841589, double 0x3E3585BDDABB3C58, double 0xBE7CF276B7FEE4BF, double 0x3EC44716493D49D4, double 0xBF0E4DA55ED2869F, double 0x3F59792629426754, double 0x4029FFFFFFFE9EDC, double 0xBCC84F40342D001C, double 0x4240000000000000, double 0x3FE6E01D802702AD, double 0x3FA7328CBFACB4E5, double 0x3C2EAE81DE1D94A1, double 0x3C5CD55AE6D0CD0C, double 0x3CA5B1C957BA3FEC, double 0x3CF06A752C53C783, double 0x3D392940FF80D8DD, double 0x3D838615AA4834DA, double 0x3DCEC79DE175B8D3, double 0x3E18C49D9A55062F, double 0x3E647FFB069FC151, double 0x3EB1AC9DD401F2E4, double 0x3F004105BEC453B3, double 0x3F50D0FA2E06B2F1, double 0x402A000000016124, double 0x3CC84E03341EE8DD, double 0x4240000000000000, double 0x3FE6E01D7F80136A, double 0xBFA7328CC0534B1B, double 0x3C2F63C9249FB4B2, double 0x3C5CD55AEBAA9574, double 0xBCA5B1C95B12AF67, double 0x3CF06A752EA1362C, double 0xBD39294102ADF241, double 0x3D838615AC7906D4, double 0xBDCEC79DE47B5A10, double 0x3E18C49D9C6A9ED2, double 0xBE647FFB080FCAF8, double 0x3EB1AC9DD4FFCBB2, double 0xBF004105BF7369B6, double 0x3F50D0FA2E7F760F, double 0x402BFFFFFFFFE6C7, double 0xBCCD2A30F3DAE0FB, double 0x4280000000000000, double 0x3FEA24B3FFD4315C, double 0x3FA44C3B27FAA6BC, double 0x3C1197226C0BAEEF, double 0x3C373AEDBB8A3CD0, double 0x3C83F9BAC45ECF7F, double 0x3CD1464185D04C7D, double 0x3D1E4273F5A4249B, double 0x3D6AD58BB87F21EE, double 0x3DB82C9620B4381C, double 0x3E063B46F95B54B4, double 0x3E550778E66E73C3, double 0x3EA4B87E88B6AA31, double 0x3EF5C71EB305BBBA, double 0x3F49BFFF16CFEE53, double 0x402C000000001939, double 0x3CCD2A2F4A73AF63, double 0x4280000000000000, double 0x3FEA24B3FFC63108, double 0xBFA44C3B28055944, double 0x3C1198DDCFB9E705, double 0x3C373AEDBBD3A912, double 0xBC83F9BAC498AEDD, double 0x3CD1464185FDD1A5, double 0xBD1E4273F5EBE821, double 0x3D6AD58BB8B7B38E, double 0xBDB82C9620E0CF72, double 0x3E063B46F97E7AFF, double 0xBE550778E68A28CA, double 0x3EA4B87E88CC815E, double 0xBEF5C71EB316F30C, double 0x3F49BFFF16DD8075, double 0x402DFFFFFFFFFE52, double 0xBCCFCF9CCFD8867E, double 0x42C0000000000000, double 0x3FEBE2E221EC72D4, double 0x3FA30777757FA84A, double 0xBC486559C5D7E89B, double 0x3C256A7E0F5B6756, double 0x3C73A4A7895DE597, double 0x3CC21E98CF38F6DE, double 0x3D10ED8E3DD4AD03, double 0x3D600331164E3A1B, double 0x3DAEC61480E12BBA, double 0x3DFE300149E440EC, double 0x3E4E756201950B6B, double 0x3EA0019876A17EA6, double 0x3EF1F1C1DBA92510, double 0x3F46A1BF33124EDD, double 0x402E0000000001AE, double 0x3CCFCF9CCDE87210, double 0x42C0000000000000, double 0x3FEBE2E221EB6D97, double 0xBFA30777758057B6, double 0xBC4865574AC19D4A, double 0x3C256A7E0F60075B, double 0xBC73A4A78961C910, double 0x3CC21E98CF3C3A10, double 0xBD10ED8E3DD76B41, double 0x3D60033116508891, double 0xBDAEC61480E50CA8, double 0x3DFE300149E783CC, double 0xBE4E75620197C964, double 0x3EA0019876A2A5C3, double 0xBEF1F1C1DBAA1D33, double 0x3F46A1BF33131F80, double 0x402FFFFFFFFFFFE5, double 0x3CA80C18CC43EA26, double 0x4300000000000000, double 0x3FEBE2E221EBF88F, double 0x3FA30777757FFA65, double 0xBC498656A9458525, double 0x3C256A7E0F5D9181, double 0x3C73A4A7895FB782, double 0x3CC21E98CF3A7DC5, double 0x3D10ED8E3DD5F5B0, double 0x3D600331164F4E76, double 0x3DAEC61480E2FC74, double 0x3DFE300149E5C7AD, double 0x3E4E7562019653F8, double 0x3EA0019876A208C6, double 0x3EF1F1C1DBA99933, double 0x3F46A1BF3312B084, double 0x403000000000000D, double 0x3CDCFE7CE6768509, double 0x4300000000000000, double 0x3FEBE2E221EBE7DC, double 0xBFA307777580059B, double 0xBC49865467C41339, double 0x3C256A7E0F5DDD31, double 0xBC73A4A7895FF725, double 0x3CC21E98CF3AB329, double 0xBD10ED8E3DD62294, double 0x3D600331164F7435, double 0xBDAEC61480E33BEE, double 0x3DFE300149E5FD0B, double 0xBE4E7562019680D8, double 0x3EA0019876A21BA3, double 0xBEF1F1C1DBA9A910, double 0x3F46A1BF3312BDDA], align 8
@periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5 = internal addrspace(4) constant [8 x i32] [i32 0, i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501], align 4

define double @__periclase_exact_asinh_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3E30000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  ret double %x
bb2:
  %v2 = fcmp ogt double %y, 0x41B0000000000000
  br i1 %v2, label %bb3, label %bb4
bb3:
  %v3 = call double @__nv_log(double %y)
  %large = fadd double %v3, 0x3FE62E42FEFA39EF
  %v4 = call double @llvm.copysign.f64(double %large, double %x)
  ret double %v4
bb4:
  %p = fmul double %y, %y
  %v5 = fneg double %p
  %square_low = call double @llvm.fma.f64(double %y, double %y, double %v5)
  %s = fadd double %p, 0x3FF0000000000000
  %t = fsub double %s, %p
  %v6 = fsub double %s, %t
  %v7 = fsub double %p, %v6
  %v8 = fsub double 0x3FF0000000000000, %t
  %above_low = fadd double %v7, %v8
  %root = call double @llvm.sqrt.f64(double %s)
  %v9 = fneg double %root
  %v10 = call double @llvm.fma.f64(double %v9, double %root, double %s)
  %v11 = fadd double %above_low, %square_low
  %v12 = fadd double %v10, %v11
  %v13 = fmul double %root, 0x4000000000000000
  %root_low = fdiv double %v12, %v13
  %s.14 = fadd double %root, %y
  %t.15 = fsub double %s.14, %root
  %v16 = fsub double %s.14, %t.15
  %v17 = fsub double %root, %v16
  %v18 = fsub double %y, %t.15
  %total_low = fadd double %v17, %v18
  %x_low = fadd double %total_low, %root_low
  %v19 = call double @__nv_log(double %s.14)
  %v20 = fdiv double %x_low, %s.14
  %v21 = fadd double %v19, %v20
  %v22 = call double @llvm.copysign.f64(double %v21, double %x)
  ret double %v22
}

define double @__periclase_exact_acosh_f64(double %x) convergent {
bb0:
  %v1 = fcmp ogt double %x, 0x3FF0000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %v2 = fcmp oeq double %x, 0x3FF0000000000000
  %v3 = select i1 %v2, double 0x0000000000000000, double 0x7FF8000000000000
  ret double %v3
bb2:
  %v4 = fcmp ogt double %x, 0x41B0000000000000
  br i1 %v4, label %bb3, label %bb4
bb3:
  %v5 = call double @__nv_log(double %x)
  %v6 = fadd double %v5, 0x3FE62E42FEFA39EF
  ret double %v6
bb4:
  %s = fadd double %x, 0x3FF0000000000000
  %v7 = fsub double %s, %x
  %above_low = fsub double 0x3FF0000000000000, %v7
  %b = fsub double %x, 0x3FF0000000000000
  %p = fmul double %s, %b
  %v8 = fneg double %p
  %rest = call double @llvm.fma.f64(double %s, double %b, double %v8)
  %v9 = fmul double %s, 0x0000000000000000
  %v10 = fmul double %above_low, %b
  %v11 = fadd double %v9, %v10
  %b.12 = fadd double %rest, %v11
  %s.13 = fadd double %p, %b.12
  %v14 = fsub double %s.13, %p
  %square_low = fsub double %b.12, %v14
  %root = call double @llvm.sqrt.f64(double %s.13)
  %v15 = fneg double %root
  %v16 = call double @llvm.fma.f64(double %v15, double %root, double %s.13)
  %v17 = fadd double %v16, %square_low
  %v18 = fmul double %root, 0x4000000000000000
  %root_low = fdiv double %v17, %v18
  %s.19 = fadd double %x, %root
  %v20 = fsub double %s.19, %x
  %total_low = fsub double %root, %v20
  %x_low = fadd double %total_low, %root_low
  %v21 = call double @__nv_log(double %s.19)
  %v22 = fdiv double %x_low, %s.19
  %v23 = fadd double %v21, %v22
  ret double %v23
}

define double @__periclase_exact_atanh_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3E30000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  ret double %x
bb2:
  %v2 = fcmp olt double %y, 0x3FF0000000000000
  br i1 %v2, label %bb7, label %bb3
bb3:
  %v3 = fcmp oeq double %y, 0x3FF0000000000000
  br i1 %v3, label %bb4, label %bb5
bb4:
  %v4 = fdiv double %x, 0x0000000000000000
  br label %bb6
bb5:
  %v5 = fsub double %x, %x
  %v6 = fdiv double %v5, %v5
  br label %bb6
bb6:
  %v7 = phi double [ %v4, %bb4 ], [ %v6, %bb5 ]
  ret double %v7
bb7:
  %s = fadd double %y, 0x3FF0000000000000
  %v8 = fsub double %s, 0x3FF0000000000000
  %above_low = fsub double %y, %v8
  %b = fneg double %y
  %s.9 = fadd double %b, 0x3FF0000000000000
  %v10 = fsub double %s.9, 0x3FF0000000000000
  %below_low = fsub double %b, %v10
  %inverse = fdiv double 0x3FF0000000000000, %s.9
  %q = fmul double %s, %inverse
  %v11 = fneg double %q
  %v12 = call double @llvm.fma.f64(double %v11, double %s.9, double %s)
  %v13 = fadd double %v12, %above_low
  %v14 = fmul double %q, %below_low
  %v15 = fsub double %v13, %v14
  %ratio_low = fmul double %v15, %inverse
  %v16 = call double @__nv_log(double %q)
  %v17 = fdiv double %ratio_low, %q
  %v18 = fadd double %v16, %v17
  %v19 = fmul double %v18, 0x3FE0000000000000
  %v20 = call double @llvm.copysign.f64(double %v19, double %x)
  ret double %v20
}

define double @__periclase_exact_erfc_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3FDE000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %z = fmul double %x, %x
  %value = call double @llvm.fma.f64(double 0xBE83E492E70123D0, double %z, double 0x3EBB7FFC3CBEC87A)
  %value.2 = call double @llvm.fma.f64(double %value, double %z, double 0xBEEF4C2C1E893D7F)
  %value.3 = call double @llvm.fma.f64(double %value.2, double %z, double 0x3F1F9A2D95E310C4)
  %value.4 = call double @llvm.fma.f64(double %value.3, double %z, double 0xBF4C02DB310E9C3A)
  %value.5 = call double @llvm.fma.f64(double %value.4, double %z, double 0x3F7565BCD0CA8818)
  %value.6 = call double @llvm.fma.f64(double %value.5, double %z, double 0xBF9B82CE31284E94)
  %value.7 = call double @llvm.fma.f64(double %value.6, double %z, double 0x3FBCE2F21A042B9F)
  %value.8 = call double @llvm.fma.f64(double %value.7, double %z, double 0xBFD812746B0379E7)
  %value.9 = call double @llvm.fma.f64(double %value.8, double %z, double 0x3FF20DD750429B6D)
  %v10 = fneg double %x
  %v11 = call double @llvm.fma.f64(double %v10, double %value.9, double 0x3FF0000000000000)
  ret double %v11
bb2:
  %v12 = fcmp ogt double %y, 0x403C000000000000
  br i1 %v12, label %bb3, label %bb4
bb3:
  %v13 = fcmp olt double %x, 0x0000000000000000
  %v14 = select i1 %v13, double 0x4000000000000000, double 0x0000000000000000
  ret double %v14
bb4:
  %b = fmul double %y, 0x4000000000000000
  %s = fadd double %b, 0x3FF0000000000000
  %t = fsub double %s, 0x3FF0000000000000
  %v15 = fsub double %s, %t
  %v16 = fsub double 0x3FF0000000000000, %v15
  %v17 = fsub double %b, %t
  %below_low = fadd double %v16, %v17
  %v18 = fadd double %y, 0x4010000000000000
  %v19 = fmul double %s, %v18
  %inverse = fdiv double 0x3FF0000000000000, %v19
  %v20 = fsub double %y, 0x4010000000000000
  %v21 = fmul double %s, %inverse
  %t.22 = fmul double %v20, %v21
  %v23 = fneg double %t.22
  %v24 = call double @llvm.fma.f64(double %v23, double %v18, double %v20)
  %t.25 = call double @llvm.fma.f64(double %v24, double %v21, double %t.22)
  %value.26 = call double @llvm.fma.f64(double 0x3E1DE38D96D7503B, double %t.25, double 0xBE44B6B332533DC9)
  %value.27 = call double @llvm.fma.f64(double %value.26, double %t.25, double 0xBE52FA01A0A59D4B)
  %value.28 = call double @llvm.fma.f64(double %value.27, double %t.25, double 0x3E7BB5D5DD643624)
  %value.29 = call double @llvm.fma.f64(double %value.28, double %t.25, double 0x3E73F912E75D2BA3)
  %value.30 = call double @llvm.fma.f64(double %value.29, double %t.25, double 0xBEAB7F220C4CBEC9)
  %value.31 = call double @llvm.fma.f64(double %value.30, double %t.25, double 0x3E93B92CE6E3B347)
  %value.32 = call double @llvm.fma.f64(double %value.31, double %t.25, double 0x3ED7EF4268357381)
  %value.33 = call double @llvm.fma.f64(double %value.32, double %t.25, double 0xBEE788C8CCF61AC3)
  %value.34 = call double @llvm.fma.f64(double %value.33, double %t.25, double 0xBEF9954C5385284F)
  %value.35 = call double @llvm.fma.f64(double %value.34, double %t.25, double 0x3F23BE064663E6C7)
  %value.36 = call double @llvm.fma.f64(double %value.35, double %t.25, double 0xBF2A1DF45B533C38)
  %value.37 = call double @llvm.fma.f64(double %value.36, double %t.25, double 0xBF48D4A9BD421A2E)
  %value.38 = call double @llvm.fma.f64(double %value.37, double %t.25, double 0x3F749C672AB6B8C5)
  %value.39 = call double @llvm.fma.f64(double %value.38, double %t.25, double 0xBF90962388335176)
  %value.40 = call double @llvm.fma.f64(double %value.39, double %t.25, double 0x3FA3079EDF6195EF)
  %value.41 = call double @llvm.fma.f64(double %value.40, double %t.25, double 0xBFB0FB06DFE519F3)
  %value.42 = call double @llvm.fma.f64(double %value.41, double %t.25, double 0x3FB7FEE004E14EC1)
  %value.43 = call double @llvm.fma.f64(double %value.42, double %t.25, double 0xBFB9DDB23C3E8C17)
  %value.44 = call double @llvm.fma.f64(double %value.43, double %t.25, double 0x3FB16ECEFCFA52A3)
  %value.45 = call double @llvm.fma.f64(double %value.44, double %t.25, double 0x3F8F7F5DF66FD736)
  %value.46 = call double @llvm.fma.f64(double %value.45, double %t.25, double 0xBFC1DF1AD154A28D)
  %b.47 = fmul double %t.25, %value.46
  %s.48 = fadd double %b.47, 0x3FF3BA5916E9FD7F
  %v49 = fsub double %s.48, 0x3FF3BA5916E9FD7F
  %low = fsub double %b.47, %v49
  %p = fmul double %y, %y
  %v50 = fneg double %p
  %square_low = call double @llvm.fma.f64(double %y, double %y, double %v50)
  %v51 = fneg double %square_low
  %v52 = call { double, double, i64 } @periclase__library__exact_functions___exp(double %v50, double %v51) convergent
  %m = extractvalue { double, double, i64 } %v52, 0
  %m_low = extractvalue { double, double, i64 } %v52, 1
  %n = extractvalue { double, double, i64 } %v52, 2
  %p.53 = fmul double %m, %s.48
  %v54 = fneg double %p.53
  %rest = call double @llvm.fma.f64(double %m, double %s.48, double %v54)
  %v55 = fmul double %m, %low
  %v56 = fmul double %m_low, %s.48
  %v57 = fadd double %v55, %v56
  %b.58 = fadd double %rest, %v57
  %s.59 = fadd double %p.53, %b.58
  %v60 = fsub double %s.59, %p.53
  %m_low.61 = fsub double %b.58, %v60
  %v62 = fmul double %v18, %inverse
  %q = fmul double %s.59, %v62
  %v63 = fneg double %q
  %v64 = call double @llvm.fma.f64(double %v63, double %s, double %s.59)
  %v65 = fadd double %v64, %m_low.61
  %v66 = fmul double %q, %below_low
  %v67 = fsub double %v65, %v66
  %q_low = fmul double %v67, %v62
  %x.68 = fadd double %q, %q_low
  %v69 = call i64 @llvm.smin.i64(i64 %n, i64 2100)
  %n.70 = call i64 @llvm.smax.i64(i64 %v69, i64 -2100)
  %v71 = sdiv i64 %n.70, 3
  %v72 = mul i64 %v71, 3
  %v73 = sub i64 %n.70, %v72
  %v74 = icmp ne i64 %v73, 0
  %v75 = xor i64 %v73, 3
  %v76 = icmp slt i64 %v75, 0
  %v77 = and i1 %v74, %v76
  %v78 = zext i1 %v77 to i64
  %step = sub i64 %v71, %v78
  %v79 = add i64 %step, 1023
  %v80 = and i64 52, 63
  %v81 = shl i64 %v79, %v80
  %v82 = bitcast i64 %v81 to double
  %v83 = fmul double %x.68, %v82
  %v84 = fmul double %v83, %v82
  %v85 = mul i64 %step, 2
  %n.86 = sub i64 %n.70, %v85
  %v87 = add i64 %n.86, 1023
  %v88 = and i64 52, 63
  %v89 = shl i64 %v87, %v88
  %v90 = bitcast i64 %v89 to double
  %value.91 = fmul double %v84, %v90
  %v92 = fcmp olt double %x, 0x0000000000000000
  br i1 %v92, label %bb5, label %bb6
bb5:
  %v93 = fsub double 0x4000000000000000, %value.91
  br label %bb6
bb6:
  %v94 = phi double [ %value.91, %bb4 ], [ %v93, %bb5 ]
  ret double %v94
}

define double @__periclase_exact_tgamma_f64(double %x) convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3C30000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %v2 = fdiv double 0x3FF0000000000000, %x
  ret double %v2
bb2:
  %v3 = fcmp ogt double %x, 0x4065800000000000
  br i1 %v3, label %bb3, label %bb4
bb3:
  %v4 = fmul double %x, 0x7FF0000000000000
  ret double %v4
bb4:
  %v5 = fcmp olt double %x, 0x0000000000000000
  br i1 %v5, label %bb5, label %bb11
bb5:
  %v6 = fcmp olt double %y, 0x4330000000000000
  %v7 = xor i1 %v6, true
  br i1 %v6, label %bb6, label %bb7
bb6:
  %v8 = call double @llvm.floor.f64(double %x)
  %v9 = fadd double %v8, 0x0000000000000000
  %v10 = fcmp oeq double %v9, %x
  br label %bb7
bb7:
  %v11 = phi i1 [ %v7, %bb5 ], [ %v10, %bb6 ]
  br i1 %v11, label %bb8, label %bb9
bb8:
  ret double 0x7FF8000000000000
bb9:
  %v12 = fcmp ogt double %y, 0x4067C00000000000
  br i1 %v12, label %bb10, label %bb11
bb10:
  %v13 = call double @llvm.floor.f64(double %x)
  %v14 = call i64 @llvm.fptosi.sat.i64.f64(double %v13)
  %v15 = and i64 %v14, 1
  %v16 = icmp eq i64 %v15, 1
  %v17 = select i1 %v16, double 0x8000000000000000, double 0x0000000000000000
  ret double %v17
bb11:
  %v18 = fcmp une double %x, %x
  br i1 %v18, label %bb12, label %bb13
bb12:
  ret double %x
bb13:
  %v19 = call { double, double, double, double } @periclase__library__exact_functions___log_gamma(double %y) convergent
  %a = extractvalue { double, double, double, double } %v19, 0
  %a_low = extractvalue { double, double, double, double } %v19, 1
  %p = extractvalue { double, double, double, double } %v19, 2
  %p_low = extractvalue { double, double, double, double } %v19, 3
  %v20 = call { double, double, i64 } @periclase__library__exact_functions___exp(double %a, double %a_low) convergent
  %m = extractvalue { double, double, i64 } %v20, 0
  %m_low = extractvalue { double, double, i64 } %v20, 1
  %n = extractvalue { double, double, i64 } %v20, 2
  %v21 = fcmp ogt double %x, 0x0000000000000000
  br i1 %v21, label %bb14, label %bb15
bb14:
  %inverse = fdiv double 0x3FF0000000000000, %p
  %q = fmul double %m, %inverse
  %v22 = fneg double %q
  %v23 = call double @llvm.fma.f64(double %v22, double %p, double %m)
  %v24 = fadd double %v23, %m_low
  %v25 = fmul double %q, %p_low
  %v26 = fsub double %v24, %v25
  %q_low = fmul double %v26, %inverse
  %x.27 = fadd double %q, %q_low
  %v28 = call i64 @llvm.smin.i64(i64 %n, i64 2100)
  %n.29 = call i64 @llvm.smax.i64(i64 %v28, i64 -2100)
  %v30 = sdiv i64 %n.29, 3
  %v31 = mul i64 %v30, 3
  %v32 = sub i64 %n.29, %v31
  %v33 = icmp ne i64 %v32, 0
  %v34 = xor i64 %v32, 3
  %v35 = icmp slt i64 %v34, 0
  %v36 = and i1 %v33, %v35
  %v37 = zext i1 %v36 to i64
  %step = sub i64 %v30, %v37
  %v38 = add i64 %step, 1023
  %v39 = and i64 52, 63
  %v40 = shl i64 %v38, %v39
  %v41 = bitcast i64 %v40 to double
  %v42 = fmul double %x.27, %v41
  %v43 = fmul double %v42, %v41
  %v44 = mul i64 %step, 2
  %n.45 = sub i64 %n.29, %v44
  %v46 = add i64 %n.45, 1023
  %v47 = and i64 52, 63
  %v48 = shl i64 %v46, %v47
  %v49 = bitcast i64 %v48 to double
  %v50 = fmul double %v43, %v49
  ret double %v50
bb15:
  %v51 = call { double, double } @periclase__library__exact_functions___sin_pi(double %y) convergent
  %sine = extractvalue { double, double } %v51, 0
  %sine_low = extractvalue { double, double } %v51, 1
  %p.52 = fmul double %sine, %m
  %v53 = fneg double %p.52
  %rest = call double @llvm.fma.f64(double %sine, double %m, double %v53)
  %v54 = fmul double %sine, %m_low
  %v55 = fmul double %sine_low, %m
  %v56 = fadd double %v54, %v55
  %b = fadd double %rest, %v56
  %s = fadd double %p.52, %b
  %v57 = fsub double %s, %p.52
  %below_low = fsub double %b, %v57
  %p.58 = fmul double %s, %y
  %v59 = fneg double %p.58
  %rest.60 = call double @llvm.fma.f64(double %s, double %y, double %v59)
  %v61 = fmul double %s, 0x0000000000000000
  %v62 = fmul double %below_low, %y
  %v63 = fadd double %v61, %v62
  %b.64 = fadd double %rest.60, %v63
  %s.65 = fadd double %p.58, %b.64
  %v66 = fsub double %s.65, %p.58
  %below_low.67 = fsub double %b.64, %v66
  %p.68 = fmul double %p, 0x400921FB54442D18
  %v69 = fneg double %p.68
  %rest.70 = call double @llvm.fma.f64(double %p, double 0x400921FB54442D18, double %v69)
  %v71 = fmul double %p, 0x3CA1A62633145C07
  %v72 = fmul double %p_low, 0x400921FB54442D18
  %v73 = fadd double %v71, %v72
  %b.74 = fadd double %rest.70, %v73
  %s.75 = fadd double %p.68, %b.74
  %v76 = fsub double %s.75, %p.68
  %above_low = fsub double %b.74, %v76
  %inverse.77 = fdiv double 0x3FF0000000000000, %s.65
  %q.78 = fmul double %s.75, %inverse.77
  %v79 = fneg double %q.78
  %v80 = call double @llvm.fma.f64(double %v79, double %s.65, double %s.75)
  %v81 = fadd double %v80, %above_low
  %v82 = fmul double %q.78, %below_low.67
  %v83 = fsub double %v81, %v82
  %q_low.84 = fmul double %v83, %inverse.77
  %x.85 = fadd double %q.78, %q_low.84
  %n.86 = sub i64 0, %n
  %v87 = call i64 @llvm.smin.i64(i64 %n.86, i64 2100)
  %n.88 = call i64 @llvm.smax.i64(i64 %v87, i64 -2100)
  %v89 = sdiv i64 %n.88, 3
  %v90 = mul i64 %v89, 3
  %v91 = sub i64 %n.88, %v90
  %v92 = icmp ne i64 %v91, 0
  %v93 = xor i64 %v91, 3
  %v94 = icmp slt i64 %v93, 0
  %v95 = and i1 %v92, %v94
  %v96 = zext i1 %v95 to i64
  %step.97 = sub i64 %v89, %v96
  %v98 = add i64 %step.97, 1023
  %v99 = and i64 52, 63
  %v100 = shl i64 %v98, %v99
  %v101 = bitcast i64 %v100 to double
  %v102 = fmul double %x.85, %v101
  %v103 = fmul double %v102, %v101
  %v104 = mul i64 %step.97, 2
  %n.105 = sub i64 %n.88, %v104
  %v106 = add i64 %n.105, 1023
  %v107 = and i64 52, 63
  %v108 = shl i64 %v106, %v107
  %v109 = bitcast i64 %v108 to double
  %value = fmul double %v103, %v109
  %v110 = call double @llvm.floor.f64(double %x)
  %v111 = call i64 @llvm.fptosi.sat.i64.f64(double %v110)
  %v112 = and i64 %v111, 1
  %v113 = icmp eq i64 %v112, 1
  br i1 %v113, label %bb16, label %bb17
bb16:
  %v114 = fneg double %value
  br label %bb17
bb17:
  %v115 = phi double [ %value, %bb15 ], [ %v114, %bb16 ]
  ret double %v115
}

define double @__periclase_exact_lgamma_f64(double %x) alwaysinline convergent {
bb0:
  %y = call double @llvm.fabs.f64(double %x)
  %v1 = fcmp ogt double %y, 0x3C30000000000000
  br i1 %v1, label %bb5, label %bb1
bb1:
  %v2 = fcmp oeq double %y, 0x0000000000000000
  br i1 %v2, label %bb2, label %bb3
bb2:
  br label %bb4
bb3:
  %v3 = call double @__nv_log(double %y)
  %v4 = fneg double %v3
  br label %bb4
bb4:
  %v5 = phi double [ 0x7FF0000000000000, %bb2 ], [ %v4, %bb3 ]
  ret double %v5
bb5:
  %v6 = fcmp olt double %y, 0x7FF0000000000000
  br i1 %v6, label %bb7, label %bb6
bb6:
  ret double %y
bb7:
  %v7 = fcmp olt double %x, 0x0000000000000000
  br i1 %v7, label %bb8, label %bb37
bb8:
  %v8 = fcmp olt double %y, 0x4330000000000000
  %v9 = xor i1 %v8, true
  br i1 %v8, label %bb9, label %bb10
bb9:
  %v10 = call double @llvm.floor.f64(double %x)
  %v11 = fadd double %v10, 0x0000000000000000
  %v12 = fcmp oeq double %v11, %x
  br label %bb10
bb10:
  %v13 = phi i1 [ %v9, %bb8 ], [ %v12, %bb9 ]
  br i1 %v13, label %bb11, label %bb12
bb11:
  ret double 0x7FF0000000000000
bb12:
  %v14 = fadd double %y, 0x4338000000000000
  %n = fsub double %v14, 0x4338000000000000
  %v15 = fcmp ogt double %n, 0x4058C00000000000
  %v16 = select i1 %v15, double 0x4058C00000000000, double %n
  %v17 = call i32 @llvm.fptosi.sat.i32.f64(double %v16)
  %v18 = mul i32 %v17, 2
  %v19 = fcmp ogt double %y, %n
  %v20 = select i1 %v19, i32 1, i32 0
  %v21 = add i32 %v18, %v20
  %number = sub i32 %v21, 5
  %v22 = icmp slt i32 %number, 0
  br i1 %v22, label %bb34, label %bb13
bb13:
  %v23 = icmp sge i32 %number, 29
  br i1 %v23, label %bb34, label %bb14
bb14:
  %row = mul i32 %number, 17
  %v24 = sext i32 %row to i64
  %v25 = icmp ult i64 %v24, 493
  br i1 %v25, label %bb15, label %bb43
bb15:
  %v26 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v24
  %v27 = load double, ptr addrspace(4) %v26
  %a = fsub double %y, %v27
  %v28 = add i32 %row, 1
  %v29 = sext i32 %v28 to i64
  %v30 = icmp ult i64 %v29, 493
  br i1 %v30, label %bb16, label %bb44
bb16:
  %v31 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v29
  %v32 = load double, ptr addrspace(4) %v31
  %b = fneg double %v32
  %s = fadd double %a, %b
  %t = fsub double %s, %a
  %v33 = fsub double %s, %t
  %v34 = fsub double %a, %v33
  %v35 = fsub double %b, %t
  %u_low = fadd double %v34, %v35
  %v36 = add i32 %row, 2
  %v37 = sext i32 %v36 to i64
  %v38 = icmp ult i64 %v37, 493
  br i1 %v38, label %bb17, label %bb45
bb17:
  %v39 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v37
  %v40 = load double, ptr addrspace(4) %v39
  %u = fmul double %s, %v40
  %u_low.41 = fmul double %u_low, %v40
  %v42 = call double @llvm.fabs.f64(double %u)
  %v43 = add i32 %row, 3
  %v44 = sext i32 %v43 to i64
  %v45 = icmp ult i64 %v44, 493
  br i1 %v45, label %bb18, label %bb46
bb18:
  %v46 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v44
  %v47 = load double, ptr addrspace(4) %v46
  %v48 = fcmp ole double %v42, %v47
  br i1 %v48, label %bb20, label %bb19
bb19:
  br label %bb35
bb20:
  %v49 = add i32 %row, 6
  %v50 = sext i32 %v49 to i64
  %v51 = icmp ult i64 %v50, 493
  br i1 %v51, label %bb21, label %bb47
bb21:
  %v52 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v50
  %rest = load double, ptr addrspace(4) %v52
  %v53 = add i32 %row, 7
  %v54 = sext i32 %v53 to i64
  %v55 = icmp ult i64 %v54, 493
  br i1 %v55, label %bb22, label %bb48
bb22:
  %v56 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v54
  %v57 = load double, ptr addrspace(4) %v56
  %rest.58 = call double @llvm.fma.f64(double %rest, double %u, double %v57)
  %v59 = add i32 %row, 8
  %v60 = sext i32 %v59 to i64
  %v61 = icmp ult i64 %v60, 493
  br i1 %v61, label %bb23, label %bb49
bb23:
  %v62 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v60
  %v63 = load double, ptr addrspace(4) %v62
  %rest.64 = call double @llvm.fma.f64(double %rest.58, double %u, double %v63)
  %v65 = add i32 %row, 9
  %v66 = sext i32 %v65 to i64
  %v67 = icmp ult i64 %v66, 493
  br i1 %v67, label %bb24, label %bb50
bb24:
  %v68 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v66
  %v69 = load double, ptr addrspace(4) %v68
  %rest.70 = call double @llvm.fma.f64(double %rest.64, double %u, double %v69)
  %v71 = add i32 %row, 10
  %v72 = sext i32 %v71 to i64
  %v73 = icmp ult i64 %v72, 493
  br i1 %v73, label %bb25, label %bb51
bb25:
  %v74 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v72
  %v75 = load double, ptr addrspace(4) %v74
  %rest.76 = call double @llvm.fma.f64(double %rest.70, double %u, double %v75)
  %v77 = add i32 %row, 11
  %v78 = sext i32 %v77 to i64
  %v79 = icmp ult i64 %v78, 493
  br i1 %v79, label %bb26, label %bb52
bb26:
  %v80 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v78
  %v81 = load double, ptr addrspace(4) %v80
  %rest.82 = call double @llvm.fma.f64(double %rest.76, double %u, double %v81)
  %v83 = add i32 %row, 12
  %v84 = sext i32 %v83 to i64
  %v85 = icmp ult i64 %v84, 493
  br i1 %v85, label %bb27, label %bb53
bb27:
  %v86 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v84
  %v87 = load double, ptr addrspace(4) %v86
  %rest.88 = call double @llvm.fma.f64(double %rest.82, double %u, double %v87)
  %v89 = add i32 %row, 13
  %v90 = sext i32 %v89 to i64
  %v91 = icmp ult i64 %v90, 493
  br i1 %v91, label %bb28, label %bb54
bb28:
  %v92 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v90
  %v93 = load double, ptr addrspace(4) %v92
  %rest.94 = call double @llvm.fma.f64(double %rest.88, double %u, double %v93)
  %v95 = add i32 %row, 14
  %v96 = sext i32 %v95 to i64
  %v97 = icmp ult i64 %v96, 493
  br i1 %v97, label %bb29, label %bb55
bb29:
  %v98 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v96
  %v99 = load double, ptr addrspace(4) %v98
  %rest.100 = call double @llvm.fma.f64(double %rest.94, double %u, double %v99)
  %v101 = add i32 %row, 15
  %v102 = sext i32 %v101 to i64
  %v103 = icmp ult i64 %v102, 493
  br i1 %v103, label %bb30, label %bb56
bb30:
  %v104 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v102
  %v105 = load double, ptr addrspace(4) %v104
  %rest.106 = call double @llvm.fma.f64(double %rest.100, double %u, double %v105)
  %v107 = add i32 %row, 16
  %v108 = sext i32 %v107 to i64
  %v109 = icmp ult i64 %v108, 493
  br i1 %v109, label %bb31, label %bb57
bb31:
  %v110 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v108
  %v111 = load double, ptr addrspace(4) %v110
  %rest.112 = call double @llvm.fma.f64(double %rest.106, double %u, double %v111)
  %v113 = add i32 %row, 4
  %v114 = sext i32 %v113 to i64
  %v115 = icmp ult i64 %v114, 493
  br i1 %v115, label %bb32, label %bb58
bb32:
  %v116 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v114
  %b.117 = load double, ptr addrspace(4) %v116
  %v118 = add i32 %row, 5
  %v119 = sext i32 %v118 to i64
  %v120 = icmp ult i64 %v119, 493
  br i1 %v120, label %bb33, label %bb59
bb33:
  %v121 = getelementptr inbounds double, ptr addrspace(4) @periclase_constant_47446701f7ee1430aaee630668287308, i64 %v119
  %b_low = load double, ptr addrspace(4) %v121
  %p = fmul double %u, %b.117
  %v122 = fneg double %p
  %rest.123 = call double @llvm.fma.f64(double %u, double %b.117, double %v122)
  %v124 = fmul double %u, %b_low
  %v125 = fmul double %u_low.41, %b.117
  %v126 = fadd double %v124, %v125
  %b.127 = fadd double %rest.123, %v126
  %s.128 = fadd double %p, %b.127
  %v129 = fsub double %s.128, %p
  %low = fsub double %b.127, %v129
  %v130 = fmul double %u, %u
  %v131 = fmul double %v130, %rest.112
  %v132 = fadd double %low, %v131
  %v133 = fadd double %s.128, %v132
  br label %bb35
bb34:
  br label %bb35
bb35:
  %near = phi i1 [ false, %bb19 ], [ true, %bb33 ], [ false, %bb34 ]
  %value = phi double [ 0x0000000000000000, %bb19 ], [ %v133, %bb33 ], [ 0x0000000000000000, %bb34 ]
  br i1 %near, label %bb36, label %bb37
bb36:
  ret double %value
bb37:
  %v134 = call { double, double, double, double } @periclase__library__exact_functions___log_gamma(double %y) convergent
  %a.135 = extractvalue { double, double, double, double } %v134, 0
  %a_low = extractvalue { double, double, double, double } %v134, 1
  %p.136 = extractvalue { double, double, double, double } %v134, 2
  %p_low = extractvalue { double, double, double, double } %v134, 3
  %v137 = fcmp ogt double %x, 0x0000000000000000
  br i1 %v137, label %bb38, label %bb42
bb38:
  %v138 = fcmp oeq double %p.136, 0x3FF0000000000000
  br i1 %v138, label %bb39, label %bb41
bb39:
  %v139 = fcmp oeq double %p_low, 0x0000000000000000
  br i1 %v139, label %bb40, label %bb41
bb40:
  %v140 = fadd double %a.135, %a_low
  ret double %v140
bb41:
  %v141 = call { double, double } @periclase__library__exact_functions___log(double %p.136, double %p_low) convergent
  %log = extractvalue { double, double } %v141, 0
  %log_low = extractvalue { double, double } %v141, 1
  %b.142 = fneg double %log
  %s.143 = fadd double %a.135, %b.142
  %t.144 = fsub double %s.143, %a.135
  %v145 = fsub double %s.143, %t.144
  %v146 = fsub double %a.135, %v145
  %v147 = fsub double %b.142, %t.144
  %low.148 = fadd double %v146, %v147
  %v149 = fsub double %a_low, %log_low
  %v150 = fadd double %low.148, %v149
  %v151 = fadd double %s.143, %v150
  ret double %v151
bb42:
  %v152 = call { double, double } @periclase__library__exact_functions___sin_pi(double %y) convergent
  %sine = extractvalue { double, double } %v152, 0
  %sine_low = extractvalue { double, double } %v152, 1
  %p.153 = fmul double %sine, %y
  %v154 = fneg double %p.153
  %rest.155 = call double @llvm.fma.f64(double %sine, double %y, double %v154)
  %v156 = fmul double %sine, 0x0000000000000000
  %v157 = fmul double %sine_low, %y
  %v158 = fadd double %v156, %v157
  %b.159 = fadd double %rest.155, %v158
  %s.160 = fadd double %p.153, %b.159
  %v161 = fsub double %s.160, %p.153
  %below_low = fsub double %b.159, %v161
  %p.162 = fmul double %p.136, 0x400921FB54442D18
  %v163 = fneg double %p.162
  %rest.164 = call double @llvm.fma.f64(double %p.136, double 0x400921FB54442D18, double %v163)
  %v165 = fmul double %p.136, 0x3CA1A62633145C07
  %v166 = fmul double %p_low, 0x400921FB54442D18
  %v167 = fadd double %v165, %v166
  %b.168 = fadd double %rest.164, %v167
  %s.169 = fadd double %p.162, %b.168
  %v170 = fsub double %s.169, %p.162
  %above_low = fsub double %b.168, %v170
  %inverse = fdiv double 0x3FF0000000000000, %s.160
  %q = fmul double %s.169, %inverse
  %v171 = fneg double %q
  %v172 = call double @llvm.fma.f64(double %v171, double %s.160, double %s.169)
  %v173 = fadd double %v172, %above_low
  %v174 = fmul double %q, %below_low
  %v175 = fsub double %v173, %v174
  %q_low = fmul double %v175, %inverse
  %v176 = call { double, double } @periclase__library__exact_functions___log(double %q, double %q_low) convergent
  %log.177 = extractvalue { double, double } %v176, 0
  %log_low.178 = extractvalue { double, double } %v176, 1
  %b.179 = fneg double %a.135
  %s.180 = fadd double %log.177, %b.179
  %t.181 = fsub double %s.180, %log.177
  %v182 = fsub double %s.180, %t.181
  %v183 = fsub double %log.177, %v182
  %v184 = fsub double %b.179, %t.181
  %low.185 = fadd double %v183, %v184
  %v186 = fsub double %log_low.178, %a_low
  %v187 = fadd double %low.185, %v186
  %v188 = fadd double %s.180, %v187
  ret double %v188
bb43:
  call void @llvm.trap()
  unreachable
bb44:
  call void @llvm.trap()
  unreachable
bb45:
  call void @llvm.trap()
  unreachable
bb46:
  call void @llvm.trap()
  unreachable
bb47:
  call void @llvm.trap()
  unreachable
bb48:
  call void @llvm.trap()
  unreachable
bb49:
  call void @llvm.trap()
  unreachable
bb50:
  call void @llvm.trap()
  unreachable
bb51:
  call void @llvm.trap()
  unreachable
bb52:
  call void @llvm.trap()
  unreachable
bb53:
  call void @llvm.trap()
  unreachable
bb54:
  call void @llvm.trap()
  unreachable
bb55:
  call void @llvm.trap()
  unreachable
bb56:
  call void @llvm.trap()
  unreachable
bb57:
  call void @llvm.trap()
  unreachable
bb58:
  call void @llvm.trap()
  unreachable
bb59:
  call void @llvm.trap()
  unreachable
}

define float @__periclase_exact_log10_f32(float %x) convergent {
bb0:
  %tiny = fcmp olt float %x, 0x3810000000000000
  br i1 %tiny, label %bb1, label %bb2
bb1:
  %v1 = fmul float %x, 0x4160000000000000
  br label %bb2
bb2:
  %scaled = phi float [ %x, %bb0 ], [ %v1, %bb1 ]
  %bits = bitcast float %scaled to i32
  %v2 = sub i32 %bits, 1059760811
  %power = and i32 %v2, -8388608
  %v3 = sub i32 %bits, %power
  %v4 = bitcast i32 %v3 to float
  %f = fsub float %v4, 0x3FF0000000000000
  %v5 = sitofp i32 %power to float
  %v6 = select i1 %tiny, float 0xC037000000000000, float 0x0000000000000000
  %e = call float @llvm.fma.f32(float %v5, float 0x3E80000000000000, float %v6)
  %value = call float @llvm.fma.f32(float 0xBFAB9F31C0000000, float %f, float 0x3FAE921100000000)
  %value.7 = call float @llvm.fma.f32(float %value, float %f, float 0xBFAB533680000000)
  %value.8 = call float @llvm.fma.f32(float %value.7, float %f, float 0x3FAF411C00000000)
  %value.9 = call float @llvm.fma.f32(float %value.8, float %f, float 0xBFB2898BE0000000)
  %value.10 = call float @llvm.fma.f32(float %value.9, float %f, float 0x3FB63E7180000000)
  %value.11 = call float @llvm.fma.f32(float %value.10, float %f, float 0xBFBBCB7700000000)
  %value.12 = call float @llvm.fma.f32(float %value.11, float %f, float 0x3FC287A520000000)
  %value.13 = call float @llvm.fma.f32(float %value.12, float %f, float 0xBFCBCB7B20000000)
  %main = fmul float %f, 0x3FDBCB7B20000000
  %v14 = fneg float %main
  %v15 = call float @llvm.fma.f32(float %f, float 0x3FDBCB7B20000000, float %v14)
  %rest = call float @llvm.fma.f32(float %f, float 0xBE45B235E0000000, float %v15)
  %v16 = fmul float %f, %f
  %v17 = call float @llvm.fma.f32(float %e, float 0xBE4EC10C00000000, float %rest)
  %rest.18 = call float @llvm.fma.f32(float %v16, float %value.13, float %v17)
  %v19 = call float @llvm.fma.f32(float %e, float 0x3FD3441360000000, float %main)
  %value.20 = fadd float %v19, %rest.18
  %v21 = bitcast float %scaled to i32
  %v22 = icmp uge i32 %v21, 2139095040
  br i1 %v22, label %bb3, label %bb4
bb3:
  %value.23 = call float @llvm.fma.f32(float %scaled, float 0x7FF0000000000000, float 0x7FF0000000000000)
  br label %bb4
bb4:
  %value.24 = phi float [ %value.20, %bb2 ], [ %value.23, %bb3 ]
  %v25 = fcmp oeq float %scaled, 0x0000000000000000
  %v26 = select i1 %v25, float 0xFFF0000000000000, float %value.24
  ret float %v26
}

define float @__periclase_exact_acosh_f32(float %x) convergent {
bb0:
  %v1 = fcmp ogt float %x, 0x3FF0000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %v2 = fcmp oeq float %x, 0x3FF0000000000000
  %v3 = select i1 %v2, float 0x0000000000000000, float 0x7FF8000000000000
  ret float %v3
bb2:
  %v4 = fcmp ogt float %x, 0x41D0000000000000
  br i1 %v4, label %bb3, label %bb4
bb3:
  %v5 = call float @__nv_logf(float %x)
  %v6 = fadd float %v5, 0x3FE62E4300000000
  ret float %v6
bb4:
  %t = fsub float %x, 0x3FF0000000000000
  %v7 = fmul float %t, 0x4000000000000000
  %square = call float @llvm.fma.f32(float %t, float %t, float %v7)
  %inverse = call float @llvm.nvvm.rsqrt.approx.f(float %square)
  %root = fmul float %square, %inverse
  %y = fadd float %root, %t
  %v8 = fsub float %y, %root
  %v9 = fsub float %t, %v8
  %v10 = fneg float %root
  %v11 = call float @llvm.fma.f32(float %v10, float %root, float %square)
  %v12 = fmul float %inverse, 0x3FE0000000000000
  %v13 = fmul float %v11, %v12
  %y_low = fadd float %v9, %v13
  %v14 = fadd afn float %y, 0x3FF0000000000000
  %low = fdiv afn float %y_low, %v14
  %v15 = call float @__nv_log1pf(float %y)
  %v16 = fadd float %v15, %low
  ret float %v16
}

define float @__periclase_exact_cosh_f32(float %x) convergent {
bb0:
  %v1 = fcmp une float %x, %x
  br i1 %v1, label %bb1, label %bb2
bb1:
  ret float %x
bb2:
  %v2 = call float @llvm.fabs.f32(float %x)
  %v3 = call { float, float, float } @periclase__library__exact_functions___half_exp_f32(float %v2) convergent
  %high = extractvalue { float, float, float } %v3, 0
  %low = extractvalue { float, float, float } %v3, 1
  %inverse = extractvalue { float, float, float } %v3, 2
  %v4 = fadd float %inverse, %low
  %v5 = fadd float %high, %v4
  ret float %v5
}

define float @__periclase_exact_sinh_f32(float %x) convergent {
bb0:
  %y = call float @llvm.fabs.f32(float %x)
  %v1 = fcmp oge float %y, 0x3FF0000000000000
  br i1 %v1, label %bb2, label %bb1
bb1:
  %z = fmul float %x, %x
  %value = call float @llvm.fma.f32(float 0x3EC78A70E0000000, float %z, float 0x3F2A009000000000)
  %value.2 = call float @llvm.fma.f32(float %value, float %z, float 0x3F811111E0000000)
  %value.3 = call float @llvm.fma.f32(float %value.2, float %z, float 0x3FC5555560000000)
  %v4 = fmul float %x, %z
  %v5 = call float @llvm.fma.f32(float %v4, float %value.3, float %x)
  ret float %v5
bb2:
  %v6 = call { float, float, float } @periclase__library__exact_functions___half_exp_f32(float %y) convergent
  %high = extractvalue { float, float, float } %v6, 0
  %low = extractvalue { float, float, float } %v6, 1
  %inverse = extractvalue { float, float, float } %v6, 2
  %v7 = fsub float %inverse, %low
  %v8 = fsub float %high, %v7
  %v9 = call float @llvm.copysign.f32(float %v8, float %x)
  ret float %v9
}

define float @__periclase_exact_tan_f32(float %x) alwaysinline convergent {
bb0:
  %v1 = call float @llvm.fabs.f32(float %x)
  %v2 = fcmp olt float %v1, 0x7FF0000000000000
  br i1 %v2, label %bb2, label %bb1
bb1:
  %v3 = fsub float %x, %x
  ret float %v3
bb2:
  %v4 = fcmp ogt float %v1, 0x40F0000000000000
  br i1 %v4, label %bb4, label %bb3
bb3:
  %shifted = call float @llvm.fma.f32(float %x, float 0x3FE45F3060000000, float 0x4168000000000000)
  %n = fsub float %shifted, 0x4168000000000000
  %v5 = fneg float %n
  %first = call float @llvm.fma.f32(float %v5, float 0x3FF921FB60000000, float %x)
  %p = fmul float %n, 0x3E6777A5C0000000
  %v6 = fneg float %p
  %p_low = call float @llvm.fma.f32(float %n, float 0x3E6777A5C0000000, float %v6)
  %r = fadd float %first, %p
  %t = fsub float %r, %first
  %v7 = fsub float %r, %t
  %v8 = fsub float %first, %v7
  %v9 = fsub float %p, %t
  %r_low = fadd float %v8, %v9
  %v10 = call float @llvm.fma.f32(float %n, float 0x3CDEE59DA0000000, float %p_low)
  %v11 = fadd float %r_low, %v10
  %v12 = bitcast float %shifted to i32
  %v13 = and i32 %v12, 1
  %v14 = icmp eq i32 %v13, 1
  br label %bb11
bb4:
  %bits = bitcast float %x to i32
  %v15 = and i32 %bits, 8388607
  %v16 = or i32 %v15, 8388608
  %mantissa = zext i32 %v16 to i64
  %v17 = and i32 23, 31
  %v18 = lshr i32 %bits, %v17
  %v19 = and i32 %v18, 255
  %first.20 = sub i32 %v19, 120
  %v21 = and i32 5, 31
  %word = ashr i32 %first.20, %v21
  %shift = and i32 %first.20, 31
  %v22 = sext i32 %word to i64
  %v23 = icmp ult i64 %v22, 8
  br i1 %v23, label %bb5, label %bb14
bb5:
  %v24 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v22
  %v25 = load i32, ptr addrspace(4) %v24
  %v26 = zext i32 %v25 to i64
  %v27 = and i64 32, 63
  %v28 = shl i64 %v26, %v27
  %v29 = add i32 %word, 1
  %v30 = sext i32 %v29 to i64
  %v31 = icmp ult i64 %v30, 8
  br i1 %v31, label %bb6, label %bb15
bb6:
  %v32 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v30
  %v33 = load i32, ptr addrspace(4) %v32
  %v34 = zext i32 %v33 to i64
  %a = or i64 %v28, %v34
  %v35 = add i32 %word, 2
  %v36 = sext i32 %v35 to i64
  %v37 = icmp ult i64 %v36, 8
  br i1 %v37, label %bb7, label %bb16
bb7:
  %v38 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v36
  %v39 = load i32, ptr addrspace(4) %v38
  %v40 = zext i32 %v39 to i64
  %v41 = and i64 32, 63
  %v42 = shl i64 %v40, %v41
  %v43 = add i32 %word, 3
  %v44 = sext i32 %v43 to i64
  %v45 = icmp ult i64 %v44, 8
  br i1 %v45, label %bb8, label %bb17
bb8:
  %v46 = getelementptr inbounds i32, ptr addrspace(4) @periclase_constant_6a36a3e2c1dfc4cb56f95088909228a5, i64 %v44
  %v47 = load i32, ptr addrspace(4) %v46
  %v48 = zext i32 %v47 to i64
  %b = or i64 %v42, %v48
  %v49 = zext i32 %shift to i64
  %v50 = and i64 %v49, 63
  %v51 = shl i64 %a, %v50
  %v52 = and i64 32, 63
  %high = lshr i64 %v51, %v52
  %v53 = and i64 32, 63
  %v54 = shl i64 %a, %v53
  %v55 = and i64 32, 63
  %v56 = lshr i64 %b, %v55
  %v57 = or i64 %v54, %v56
  %v58 = and i64 %v49, 63
  %v59 = shl i64 %v57, %v58
  %v60 = and i64 32, 63
  %middle = lshr i64 %v59, %v60
  %v61 = and i64 %v49, 63
  %v62 = shl i64 %b, %v61
  %v63 = and i64 32, 63
  %low = lshr i64 %v62, %v63
  %v64 = mul i64 %mantissa, %middle
  %v65 = mul i64 %mantissa, %low
  %v66 = and i64 32, 63
  %v67 = lshr i64 %v65, %v66
  %carried = add i64 %v64, %v67
  %v68 = mul i64 %mantissa, %high
  %v69 = and i64 32, 63
  %v70 = shl i64 %v68, %v69
  %product = add i64 %v70, %carried
  %v71 = and i64 2, 63
  %turn = shl i64 %product, %v71
  %v72 = and i64 62, 63
  %v73 = lshr i64 %product, %v72
  %v74 = and i64 61, 63
  %v75 = lshr i64 %product, %v74
  %v76 = and i64 %v75, 1
  %v77 = add i64 %v73, %v76
  %v78 = and i64 %v77, 1
  %odd = icmp eq i64 %v78, 1
  %v79 = and i64 2, 63
  %turn.80 = ashr i64 %turn, %v79
  %r.81 = sitofp i64 %turn.80 to float
  %v82 = call i64 @llvm.fptosi.sat.i64.f32(float %r.81)
  %v83 = sub i64 %turn.80, %v82
  %r_low.84 = sitofp i64 %v83 to float
  %t.85 = fmul float %r.81, 0x3C1921FB60000000
  %v86 = fneg float %t.85
  %t_low = call float @llvm.fma.f32(float %r.81, float 0x3C1921FB60000000, float %v86)
  %v87 = fmul float %r_low.84, 0x3C1921FB60000000
  %v88 = call float @llvm.fma.f32(float %r.81, float 0xBA8777A5C0000000, float %v87)
  %t_low.89 = fadd float %t_low, %v88
  %v90 = fcmp olt float %x, 0x0000000000000000
  br i1 %v90, label %bb10, label %bb9
bb9:
  br label %bb11
bb10:
  %v91 = fneg float %t_low.89
  br label %bb11
bb11:
  %r.92 = phi float [ %r, %bb3 ], [ %t.85, %bb9 ], [ %v86, %bb10 ]
  %r_low.93 = phi float [ %v11, %bb3 ], [ %t_low.89, %bb9 ], [ %v91, %bb10 ]
  %odd.94 = phi i1 [ %v14, %bb3 ], [ %odd, %bb9 ], [ %odd, %bb10 ]
  %z = fmul float %r.92, %r.92
  %value = call float @llvm.fma.f32(float 0x3F6F7D64E0000000, float %z, float 0x3F5365B6E0000000)
  %value.95 = call float @llvm.fma.f32(float %value, float %z, float 0x3F84677EA0000000)
  %value.96 = call float @llvm.fma.f32(float %value.95, float %z, float 0x3F9623C880000000)
  %value.97 = call float @llvm.fma.f32(float %value.96, float %z, float 0x3FABA52AA0000000)
  %value.98 = call float @llvm.fma.f32(float %value.97, float %z, float 0x3FC1110880000000)
  %value.99 = call float @llvm.fma.f32(float %value.98, float %z, float 0x3FD5555560000000)
  %v100 = fmul float %r.92, %z
  %v101 = call float @llvm.fma.f32(float %r_low.93, float %z, float %r_low.93)
  %tail = call float @llvm.fma.f32(float %v100, float %value.99, float %v101)
  %t.102 = fadd float %r.92, %tail
  br i1 %odd.94, label %bb13, label %bb12
bb12:
  ret float %t.102
bb13:
  %v103 = fsub float %t.102, %r.92
  %t_low.104 = fsub float %tail, %v103
  %q = fdiv afn float 0xBFF0000000000000, %t.102
  %v105 = call float @llvm.fma.f32(float %q, float %t.102, float 0x3FF0000000000000)
  %v106 = call float @llvm.fma.f32(float %q, float %t_low.104, float %v105)
  %v107 = call float @llvm.fma.f32(float %q, float %v106, float %q)
  ret float %v107
bb14:
  call void @llvm.trap()
  unreachable
bb15:
  call void @llvm.trap()
  unreachable
bb16:
  call void @llvm.trap()
  unreachable
bb17:
  call void @llvm.trap()
  unreachable
}

define internal { double, double, i64 } @periclase__library__exact_functions___exp(double %x, double %x_low) convergent {
bb0:
  %v1 = fmul double %x, 0x3FF71547652B82FE
  %v2 = fadd double %v1, 0x4338000000000000
  %n = fsub double %v2, 0x4338000000000000
  %v3 = fneg double %n
  %a = call double @llvm.fma.f64(double %v3, double 0x3FE62E42FEFA3800, double %x)
  %b = call double @llvm.fma.f64(double %v3, double 0x3D2EF35793C76730, double %x_low)
  %s = fadd double %a, %b
  %t = fsub double %s, %a
  %v4 = fsub double %s, %t
  %v5 = fsub double %a, %v4
  %v6 = fsub double %b, %t
  %r_low = fadd double %v5, %v6
  %b.7 = fmul double %s, 0x3FE0000000000000
  %p = fmul double %s, %b.7
  %v8 = fneg double %p
  %half_low = call double @llvm.fma.f64(double %s, double %b.7, double %v8)
  %value = call double @llvm.fma.f64(double 0x3D6AE7F3E733B81F, double %s, double 0x3DA93974A8C07C9D)
  %value.9 = call double @llvm.fma.f64(double %value, double %s, double 0x3DE6124613A86D09)
  %value.10 = call double @llvm.fma.f64(double %value.9, double %s, double 0x3E21EED8EFF8D898)
  %value.11 = call double @llvm.fma.f64(double %value.10, double %s, double 0x3E5AE64567F544E4)
  %value.12 = call double @llvm.fma.f64(double %value.11, double %s, double 0x3E927E4FB7789F5C)
  %value.13 = call double @llvm.fma.f64(double %value.12, double %s, double 0x3EC71DE3A556C734)
  %value.14 = call double @llvm.fma.f64(double %value.13, double %s, double 0x3EFA01A01A01A01A)
  %value.15 = call double @llvm.fma.f64(double %value.14, double %s, double 0x3F2A01A01A01A01A)
  %value.16 = call double @llvm.fma.f64(double %value.15, double %s, double 0x3F56C16C16C16C17)
  %value.17 = call double @llvm.fma.f64(double %value.16, double %s, double 0x3F81111111111111)
  %value.18 = call double @llvm.fma.f64(double %value.17, double %s, double 0x3FA5555555555555)
  %value.19 = call double @llvm.fma.f64(double %value.18, double %s, double 0x3FC5555555555555)
  %s.20 = fadd double %s, 0x3FF0000000000000
  %v21 = fsub double %s.20, 0x3FF0000000000000
  %low = fsub double %s, %v21
  %s.22 = fadd double %s.20, %p
  %v23 = fsub double %s.22, %s.20
  %low_too = fsub double %p, %v23
  %v24 = fmul double %s, %r_low
  %v25 = fmul double %s, %p
  %v26 = fmul double %v25, 0x4000000000000000
  %v27 = fmul double %v26, %value.19
  %v28 = fadd double %v24, %v27
  %v29 = fadd double %half_low, %v28
  %v30 = fadd double %r_low, %v29
  %v31 = fadd double %low_too, %v30
  %low.32 = fadd double %low, %v31
  %s.33 = fadd double %s.22, %low.32
  %v34 = fsub double %s.33, %s.22
  %low.35 = fsub double %low.32, %v34
  %v36 = call i64 @llvm.fptosi.sat.i64.f64(double %n)
  %v37 = insertvalue { double, double, i64 } poison, double %s.33, 0
  %v38 = insertvalue { double, double, i64 } %v37, double %low.35, 1
  %v39 = insertvalue { double, double, i64 } %v38, i64 %v36, 2
  ret { double, double, i64 } %v39
}

define internal { double, double, double, double } @periclase__library__exact_functions___log_gamma(double %x) convergent {
bb0:
  %v1 = fcmp ogt double %x, 0x4004000000000000
  %lowest = select i1 %v1, double 0x4028000000000000, double 0x3FF8000000000000
  br label %bb1
bb1:
  %p = phi double [ 0x3FF0000000000000, %bb0 ], [ %s, %bb2 ]
  %p_low.2 = phi double [ 0x0000000000000000, %bb0 ], [ %p_low, %bb2 ]
  %steps.3 = phi double [ 0x0000000000000000, %bb0 ], [ %steps, %bb2 ]
  %s.4 = fadd double %x, %steps.3
  %v5 = fcmp olt double %s.4, %lowest
  br i1 %v5, label %bb2, label %bb3
bb2:
  %t = fsub double %s.4, %x
  %v6 = fsub double %s.4, %t
  %v7 = fsub double %x, %v6
  %v8 = fsub double %steps.3, %t
  %factor_low = fadd double %v7, %v8
  %p.9 = fmul double %p, %s.4
  %v10 = fneg double %p.9
  %rest = call double @llvm.fma.f64(double %p, double %s.4, double %v10)
  %v11 = fmul double %p, %factor_low
  %v12 = fmul double %p_low.2, %s.4
  %v13 = fadd double %v11, %v12
  %b = fadd double %rest, %v13
  %s = fadd double %p.9, %b
  %v14 = fsub double %s, %p.9
  %p_low = fsub double %b, %v14
  %steps = fadd double %steps.3, 0x3FF0000000000000
  br label %bb1
bb3:
  %t.15 = fsub double %s.4, %x
  %v16 = fsub double %s.4, %t.15
  %v17 = fsub double %x, %v16
  %v18 = fsub double %steps.3, %t.15
  %u_low = fadd double %v17, %v18
  %v19 = fcmp oeq double %lowest, 0x3FF8000000000000
  br i1 %v19, label %bb4, label %bb5
bb4:
  %a = fsub double %s.4, 0x4000000000000000
  %s.20 = fadd double %a, %u_low
  %t.21 = fsub double %s.20, %a
  %v22 = fsub double %s.20, %t.21
  %v23 = fsub double %a, %v22
  %v24 = fsub double %u_low, %t.21
  %t_low = fadd double %v23, %v24
  %value = call double @llvm.fma.f64(double 0xBE6091589D02D1A3, double %s.20, double 0x3E715FEA8732CD9F)
  %value.25 = call double @llvm.fma.f64(double %value, double %s.20, double 0xBE79A854795E5FE9)
  %value.26 = call double @llvm.fma.f64(double %value.25, double %s.20, double 0x3E8B1A8C8BF04F15)
  %value.27 = call double @llvm.fma.f64(double %value.26, double %s.20, double 0xBE9E40F95A8192DE)
  %value.28 = call double @llvm.fma.f64(double %value.27, double %s.20, double 0x3EB01462B5944F7D)
  %value.29 = call double @llvm.fma.f64(double %value.28, double %s.20, double 0xBEC11A85684E8499)
  %value.30 = call double @llvm.fma.f64(double %value.29, double %s.20, double 0x3ED258C9651DBEDC)
  %value.31 = call double @llvm.fma.f64(double %value.30, double %s.20, double 0xBEE3CBCE9A3C4AD1)
  %value.32 = call double @llvm.fma.f64(double %value.31, double %s.20, double 0x3EF580E260121A51)
  %value.33 = call double @llvm.fma.f64(double %value.32, double %s.20, double 0xBF078DE5A3D2D4D3)
  %value.34 = call double @llvm.fma.f64(double %value.33, double %s.20, double 0x3F1A127AF44AAF71)
  %value.35 = call double @llvm.fma.f64(double %value.34, double %s.20, double 0xBF2D3FD4C7B8F6A9)
  %value.36 = call double @llvm.fma.f64(double %value.35, double %s.20, double 0x3F40B36AF88B2884)
  %value.37 = call double @llvm.fma.f64(double %value.36, double %s.20, double 0xBF538AC5C2BF50A2)
  %value.38 = call double @llvm.fma.f64(double %value.37, double %s.20, double 0x3F67ADD6EADB2C11)
  %value.39 = call double @llvm.fma.f64(double %value.38, double %s.20, double 0xBF7E404FC218F61F)
  %value.40 = call double @llvm.fma.f64(double %value.39, double %s.20, double 0x3F951322AC7D849B)
  %value.41 = call double @llvm.fma.f64(double %value.40, double %s.20, double 0xBFB13E001A557606)
  %p.42 = fmul double %s.20, 0x3FD4A34CC4A60FA6
  %v43 = fneg double %p.42
  %rest.44 = call double @llvm.fma.f64(double %s.20, double 0x3FD4A34CC4A60FA6, double %v43)
  %v45 = fmul double %s.20, 0x3C71341E0C7213C1
  %v46 = fmul double %t_low, 0x3FD4A34CC4A60FA6
  %v47 = fadd double %v45, %v46
  %b.48 = fadd double %rest.44, %v47
  %s.49 = fadd double %p.42, %b.48
  %v50 = fsub double %s.49, %p.42
  %line_low = fsub double %b.48, %v50
  %s.51 = fadd double %s.49, 0x3FDB0EE6072093CE
  %v52 = fsub double %s.51, 0x3FDB0EE6072093CE
  %low = fsub double %s.49, %v52
  %v53 = fmul double %s.20, %s.20
  %v54 = fmul double %v53, %value.41
  %v55 = fadd double %line_low, %v54
  %v56 = fadd double %v55, 0x3C56CB90701FBFAB
  %b.57 = fadd double %low, %v56
  %s.58 = fadd double %s.51, %b.57
  %v59 = fsub double %s.58, %s.51
  %low.60 = fsub double %b.57, %v59
  %p.61 = fmul double %s.20, %s.58
  %v62 = fneg double %p.61
  %rest.63 = call double @llvm.fma.f64(double %s.20, double %s.58, double %v62)
  %v64 = fmul double %s.20, %low.60
  %v65 = fmul double %t_low, %s.58
  %v66 = fadd double %v64, %v65
  %b.67 = fadd double %rest.63, %v66
  %s.68 = fadd double %p.61, %b.67
  %v69 = fsub double %s.68, %p.61
  %a_low = fsub double %b.67, %v69
  %v70 = insertvalue { double, double, double, double } poison, double %s.68, 0
  %v71 = insertvalue { double, double, double, double } %v70, double %a_low, 1
  %v72 = insertvalue { double, double, double, double } %v71, double %p, 2
  %v73 = insertvalue { double, double, double, double } %v72, double %p_low.2, 3
  ret { double, double, double, double } %v73
bb5:
  %v74 = call { double, double } @periclase__library__exact_functions___log(double %s.4, double %u_low) convergent
  %log = extractvalue { double, double } %v74, 0
  %log_low = extractvalue { double, double } %v74, 1
  %v75 = fcmp ogt double %s.4, 0x43B0000000000000
  br i1 %v75, label %bb6, label %bb10
bb6:
  %v76 = fsub double %log, 0x3FF0000000000000
  %a.77 = fmul double %s.4, %v76
  %v78 = fcmp olt double %a.77, 0x7FF0000000000000
  br i1 %v78, label %bb7, label %bb8
bb7:
  %v79 = fmul double %s.4, %log_low
  %v80 = fneg double %a.77
  %v81 = call double @llvm.fma.f64(double %s.4, double %v76, double %v80)
  %v82 = fadd double %v79, %v81
  br label %bb9
bb8:
  br label %bb9
bb9:
  %v83 = phi double [ %v82, %bb7 ], [ 0x0000000000000000, %bb8 ]
  %v84 = insertvalue { double, double, double, double } poison, double %a.77, 0
  %v85 = insertvalue { double, double, double, double } %v84, double %v83, 1
  %v86 = insertvalue { double, double, double, double } %v85, double %p, 2
  %v87 = insertvalue { double, double, double, double } %v86, double %p_low.2, 3
  ret { double, double, double, double } %v87
bb10:
  %w = fdiv double 0x3FF0000000000000, %s.4
  %w2 = fmul double %w, %w
  %value.88 = call double @llvm.fma.f64(double 0xBF9E4286CB0F5398, double %w2, double 0x3F7A41A41A41A41A)
  %value.89 = call double @llvm.fma.f64(double %value.88, double %w2, double 0xBF5F6AB0D9993C7D)
  %value.90 = call double @llvm.fma.f64(double %value.89, double %w2, double 0x3F4B951E2B18FF23)
  %value.91 = call double @llvm.fma.f64(double %value.90, double %w2, double 0xBF43813813813814)
  %value.92 = call double @llvm.fma.f64(double %value.91, double %w2, double 0x3F4A01A01A01A01A)
  %value.93 = call double @llvm.fma.f64(double %value.92, double %w2, double 0xBF66C16C16C16C17)
  %value.94 = call double @llvm.fma.f64(double %value.93, double %w2, double 0x3FB5555555555555)
  %s.95 = fadd double %s.4, 0xBFE0000000000000
  %t.96 = fsub double %s.95, %s.4
  %v97 = fsub double %s.95, %t.96
  %v98 = fsub double %s.4, %v97
  %v99 = fsub double 0xBFE0000000000000, %t.96
  %less_low = fadd double %v98, %v99
  %a_low.100 = fadd double %less_low, %u_low
  %p.101 = fmul double %s.95, %log
  %v102 = fneg double %p.101
  %rest.103 = call double @llvm.fma.f64(double %s.95, double %log, double %v102)
  %v104 = fmul double %s.95, %log_low
  %v105 = fmul double %a_low.100, %log
  %v106 = fadd double %v104, %v105
  %b.107 = fadd double %rest.103, %v106
  %s.108 = fadd double %p.101, %b.107
  %v109 = fsub double %s.108, %p.101
  %a_low.110 = fsub double %b.107, %v109
  %b.111 = fneg double %s.4
  %s.112 = fadd double %s.108, %b.111
  %t.113 = fsub double %s.112, %s.108
  %v114 = fsub double %s.112, %t.113
  %v115 = fsub double %s.108, %v114
  %v116 = fsub double %b.111, %t.113
  %rest.117 = fadd double %v115, %v116
  %v118 = fsub double %rest.117, %u_low
  %a_low.119 = fadd double %a_low.110, %v118
  %s.120 = fadd double %s.112, 0x3FED67F1C864BEB5
  %t.121 = fsub double %s.120, %s.112
  %v122 = fsub double %s.120, %t.121
  %v123 = fsub double %s.112, %v122
  %v124 = fsub double 0x3FED67F1C864BEB5, %t.121
  %rest.125 = fadd double %v123, %v124
  %v126 = fsub double %rest.125, 0x3C865B5A1B7FF5DF
  %v127 = fmul double %w, %value.94
  %v128 = fadd double %v126, %v127
  %a_low.129 = fadd double %a_low.119, %v128
  %s.130 = fadd double %s.120, %a_low.129
  %v131 = fsub double %s.130, %s.120
  %a_low.132 = fsub double %a_low.129, %v131
  %v133 = insertvalue { double, double, double, double } poison, double %s.130, 0
  %v134 = insertvalue { double, double, double, double } %v133, double %a_low.132, 1
  %v135 = insertvalue { double, double, double, double } %v134, double %p, 2
  %v136 = insertvalue { double, double, double, double } %v135, double %p_low.2, 3
  ret { double, double, double, double } %v136
}

define internal { double, double } @periclase__library__exact_functions___sin_pi(double %x) convergent {
bb0:
  %v1 = fadd double %x, 0x4338000000000000
  %v2 = fsub double %v1, 0x4338000000000000
  %v3 = fsub double %x, %v2
  %r = call double @llvm.fabs.f64(double %v3)
  %cosine = fcmp ogt double %r, 0x3FD0000000000000
  br i1 %cosine, label %bb1, label %bb2
bb1:
  %v4 = fsub double 0x3FE0000000000000, %r
  br label %bb2
bb2:
  %a = phi double [ %r, %bb0 ], [ %v4, %bb1 ]
  %p = fmul double %a, 0x400921FB54442D18
  %v5 = fneg double %p
  %rest = call double @llvm.fma.f64(double %a, double 0x400921FB54442D18, double %v5)
  %v6 = fmul double %a, 0x3CA1A62633145C07
  %v7 = fadd double %v6, 0x0000000000000000
  %b = fadd double %rest, %v7
  %s = fadd double %p, %b
  %v8 = fsub double %s, %p
  %z_low = fsub double %b, %v8
  %p.9 = fmul double %s, %s
  %v10 = fneg double %p.9
  %rest.11 = call double @llvm.fma.f64(double %s, double %s, double %v10)
  %v12 = fmul double %s, %z_low
  %v13 = fadd double %v12, %v12
  %b.14 = fadd double %rest.11, %v13
  %s.15 = fadd double %p.9, %b.14
  %v16 = fsub double %s.15, %p.9
  %square_low = fsub double %b.14, %v16
  br i1 %cosine, label %bb3, label %bb4
bb3:
  %x.17 = fneg double %s.15
  %value = call double @llvm.fma.f64(double 0x3D2AE7F3E733B81F, double %x.17, double 0x3DA93974A8C07C9D)
  %value.18 = call double @llvm.fma.f64(double %value, double %x.17, double 0x3E21EED8EFF8D898)
  %value.19 = call double @llvm.fma.f64(double %value.18, double %x.17, double 0x3E927E4FB7789F5C)
  %value.20 = call double @llvm.fma.f64(double %value.19, double %x.17, double 0x3EFA01A01A01A01A)
  %value.21 = call double @llvm.fma.f64(double %value.20, double %x.17, double 0x3F56C16C16C16C17)
  %value.22 = call double @llvm.fma.f64(double %value.21, double %x.17, double 0x3FA5555555555555)
  %b.23 = fmul double %s.15, 0xBFE0000000000000
  %s.24 = fadd double %b.23, 0x3FF0000000000000
  %v25 = fsub double %s.24, 0x3FF0000000000000
  %low = fsub double %b.23, %v25
  %v26 = fmul double %square_low, 0x3FE0000000000000
  %v27 = fsub double %low, %v26
  %v28 = fmul double %s.15, %s.15
  %v29 = fmul double %v28, %value.22
  %b.30 = fadd double %v27, %v29
  %s.31 = fadd double %s.24, %b.30
  %v32 = fsub double %s.31, %s.24
  %v33 = fsub double %b.30, %v32
  %v34 = insertvalue { double, double } poison, double %s.31, 0
  %v35 = insertvalue { double, double } %v34, double %v33, 1
  ret { double, double } %v35
bb4:
  %x.36 = fneg double %s.15
  %value.37 = call double @llvm.fma.f64(double 0x3CE952C77030AD4A, double %x.36, double 0x3D6AE7F3E733B81F)
  %value.38 = call double @llvm.fma.f64(double %value.37, double %x.36, double 0x3DE6124613A86D09)
  %value.39 = call double @llvm.fma.f64(double %value.38, double %x.36, double 0x3E5AE64567F544E4)
  %value.40 = call double @llvm.fma.f64(double %value.39, double %x.36, double 0x3EC71DE3A556C734)
  %value.41 = call double @llvm.fma.f64(double %value.40, double %x.36, double 0x3F2A01A01A01A01A)
  %value.42 = call double @llvm.fma.f64(double %value.41, double %x.36, double 0x3F81111111111111)
  %p.43 = fmul double %s.15, %s
  %v44 = fneg double %p.43
  %rest.45 = call double @llvm.fma.f64(double %s.15, double %s, double %v44)
  %v46 = fmul double %s.15, %z_low
  %v47 = fmul double %square_low, %s
  %v48 = fadd double %v46, %v47
  %b.49 = fadd double %rest.45, %v48
  %s.50 = fadd double %p.43, %b.49
  %v51 = fsub double %s.50, %p.43
  %cube_low = fsub double %b.49, %v51
  %p.52 = fmul double %s.50, 0xBFC5555555555555
  %v53 = fneg double %p.52
  %rest.54 = call double @llvm.fma.f64(double %s.50, double 0xBFC5555555555555, double %v53)
  %v55 = fmul double %s.50, 0xBC65555555555555
  %v56 = fmul double %cube_low, 0xBFC5555555555555
  %v57 = fadd double %v55, %v56
  %b.58 = fadd double %rest.54, %v57
  %s.59 = fadd double %p.52, %b.58
  %v60 = fsub double %s.59, %p.52
  %sixth_low = fsub double %b.58, %v60
  %s.61 = fadd double %s, %s.59
  %v62 = fsub double %s.61, %s
  %low.63 = fsub double %s.59, %v62
  %v64 = fmul double %s.50, %s.15
  %v65 = fmul double %v64, %value.42
  %v66 = fadd double %sixth_low, %v65
  %v67 = fadd double %z_low, %v66
  %b.68 = fadd double %low.63, %v67
  %s.69 = fadd double %s.61, %b.68
  %v70 = fsub double %s.69, %s.61
  %v71 = fsub double %b.68, %v70
  %v72 = insertvalue { double, double } poison, double %s.69, 0
  %v73 = insertvalue { double, double } %v72, double %v71, 1
  ret { double, double } %v73
}

define internal { double, double } @periclase__library__exact_functions___log(double %x, double %x_low) convergent {
bb0:
  %bits = bitcast double %x to i64
  %v1 = and i64 52, 63
  %v2 = ashr i64 %bits, %v1
  %e = sub i64 %v2, 1023
  %v3 = and i64 %bits, 4503599627370495
  %v4 = or i64 %v3, 4607182418800017408
  %m = bitcast i64 %v4 to double
  %v5 = fcmp ogt double %m, 0x3FF6A09E667F3BCD
  br i1 %v5, label %bb1, label %bb2
bb1:
  %m.6 = fmul double %m, 0x3FE0000000000000
  %e.7 = add i64 %e, 1
  br label %bb2
bb2:
  %e.8 = phi i64 [ %e, %bb0 ], [ %e.7, %bb1 ]
  %m.9 = phi double [ %m, %bb0 ], [ %m.6, %bb1 ]
  %v10 = fcmp une double %x_low, 0x0000000000000000
  br i1 %v10, label %bb3, label %bb4
bb3:
  %v11 = sub i64 0, %e.8
  %n = call i64 @llvm.smin.i64(i64 %v11, i64 1023)
  %v12 = add i64 %n, 1023
  %v13 = and i64 52, 63
  %v14 = shl i64 %v12, %v13
  %v15 = bitcast i64 %v14 to double
  %v16 = fmul double %x_low, %v15
  br label %bb5
bb4:
  br label %bb5
bb5:
  %m_low = phi double [ %v16, %bb3 ], [ 0x0000000000000000, %bb4 ]
  %s = fadd double %m.9, 0x3FF0000000000000
  %v17 = fsub double %s, 0x3FF0000000000000
  %above_low = fsub double %m.9, %v17
  %a = fsub double %m.9, 0x3FF0000000000000
  %b_low = fadd double %above_low, %m_low
  %inverse = fdiv double 0x3FF0000000000000, %s
  %q = fmul double %a, %inverse
  %v18 = fneg double %q
  %v19 = call double @llvm.fma.f64(double %v18, double %s, double %a)
  %v20 = fadd double %v19, %m_low
  %v21 = fmul double %q, %b_low
  %v22 = fsub double %v20, %v21
  %s_low = fmul double %v22, %inverse
  %p = fmul double %q, %q
  %v23 = fneg double %p
  %rest = call double @llvm.fma.f64(double %q, double %q, double %v23)
  %v24 = fmul double %q, %s_low
  %v25 = fadd double %v24, %v24
  %b = fadd double %rest, %v25
  %s.26 = fadd double %p, %b
  %v27 = fsub double %s.26, %p
  %z_low = fsub double %b, %v27
  %p.28 = fmul double %q, %s.26
  %v29 = fneg double %p.28
  %rest.30 = call double @llvm.fma.f64(double %q, double %s.26, double %v29)
  %v31 = fmul double %q, %z_low
  %v32 = fmul double %s_low, %s.26
  %v33 = fadd double %v31, %v32
  %b.34 = fadd double %rest.30, %v33
  %s.35 = fadd double %p.28, %b.34
  %v36 = fsub double %s.35, %p.28
  %cube_low = fsub double %b.34, %v36
  %p.37 = fmul double %s.35, 0x3FE5555555555555
  %v38 = fneg double %p.37
  %rest.39 = call double @llvm.fma.f64(double %s.35, double 0x3FE5555555555555, double %v38)
  %v40 = fmul double %s.35, 0x3C85555555555555
  %v41 = fmul double %cube_low, 0x3FE5555555555555
  %v42 = fadd double %v40, %v41
  %b.43 = fadd double %rest.39, %v42
  %s.44 = fadd double %p.37, %b.43
  %v45 = fsub double %s.44, %p.37
  %third_low = fsub double %b.43, %v45
  %value = call double @llvm.fma.f64(double 0x3FB2F684BDA12F68, double %s.26, double 0x3FB47AE147AE147B)
  %value.46 = call double @llvm.fma.f64(double %value, double %s.26, double 0x3FB642C8590B2164)
  %value.47 = call double @llvm.fma.f64(double %value.46, double %s.26, double 0x3FB8618618618618)
  %value.48 = call double @llvm.fma.f64(double %value.47, double %s.26, double 0x3FBAF286BCA1AF28)
  %value.49 = call double @llvm.fma.f64(double %value.48, double %s.26, double 0x3FBE1E1E1E1E1E1E)
  %value.50 = call double @llvm.fma.f64(double %value.49, double %s.26, double 0x3FC1111111111111)
  %value.51 = call double @llvm.fma.f64(double %value.50, double %s.26, double 0x3FC3B13B13B13B14)
  %value.52 = call double @llvm.fma.f64(double %value.51, double %s.26, double 0x3FC745D1745D1746)
  %value.53 = call double @llvm.fma.f64(double %value.52, double %s.26, double 0x3FCC71C71C71C71C)
  %value.54 = call double @llvm.fma.f64(double %value.53, double %s.26, double 0x3FD2492492492492)
  %value.55 = call double @llvm.fma.f64(double %value.54, double %s.26, double 0x3FD999999999999A)
  %n.56 = sitofp i64 %e.8 to double
  %a.57 = fmul double %n.56, 0x3FE62E42FEFA3800
  %b.58 = fmul double %q, 0x4000000000000000
  %s.59 = fadd double %a.57, %b.58
  %t = fsub double %s.59, %a.57
  %v60 = fsub double %s.59, %t
  %v61 = fsub double %a.57, %v60
  %v62 = fsub double %b.58, %t
  %low = fadd double %v61, %v62
  %s.63 = fadd double %s.59, %s.44
  %t.64 = fsub double %s.63, %s.59
  %v65 = fsub double %s.63, %t.64
  %v66 = fsub double %s.59, %v65
  %v67 = fsub double %s.44, %t.64
  %low_too = fadd double %v66, %v67
  %v68 = fmul double %n.56, 0x3D2EF35793C76730
  %v69 = fmul double %s_low, 0x4000000000000000
  %v70 = fmul double %s.35, %s.26
  %v71 = fmul double %v70, %value.55
  %v72 = fadd double %third_low, %v71
  %v73 = fadd double %v69, %v72
  %v74 = fadd double %v68, %v73
  %v75 = fadd double %low_too, %v74
  %low.76 = fadd double %low, %v75
  %s.77 = fadd double %s.63, %low.76
  %v78 = fsub double %s.77, %s.63
  %v79 = fsub double %low.76, %v78
  %v80 = insertvalue { double, double } poison, double %s.77, 0
  %v81 = insertvalue { double, double } %v80, double %v79, 1
  ret { double, double } %v81
}

define internal { float, float, float } @periclase__library__exact_functions___half_exp_f32(float %x) convergent {
bb0:
  %v1 = fcmp ogt float %x, 0x4058000000000000
  %x.2 = select i1 %v1, float 0x4058000000000000, float %x
  %v3 = fmul float %x.2, 0x3FF7154760000000
  %v4 = fadd float %v3, 0x4168000000000000
  %n = fsub float %v4, 0x4168000000000000
  %v5 = fneg float %n
  %r = call float @llvm.fma.f32(float %v5, float 0x3FE62E4000000000, float %x.2)
  %r_low = fmul float %n, 0xBEB7F7D1C0000000
  %t = fadd float %r, %r_low
  %v6 = fsub float %r, %t
  %low = fadd float %v6, %r_low
  %value = call float @llvm.fma.f32(float 0x3F2A1256C0000000, float %t, float 0x3F56D43B00000000)
  %value.7 = call float @llvm.fma.f32(float %value, float %t, float 0x3F81110E00000000)
  %value.8 = call float @llvm.fma.f32(float %value.7, float %t, float 0x3FA5554E80000000)
  %value.9 = call float @llvm.fma.f32(float %value.8, float %t, float 0x3FC5555560000000)
  %value.10 = call float @llvm.fma.f32(float %value.9, float %t, float 0x3FE0000000000000)
  %high = fadd float %t, 0x3FF0000000000000
  %v11 = fsub float %high, 0x3FF0000000000000
  %v12 = fsub float %t, %v11
  %v13 = fmul float %t, %t
  %v14 = fmul float %v13, %value.10
  %v15 = fadd float %low, %v14
  %m_low = fadd float %v12, %v15
  %n.16 = call i32 @llvm.fptosi.sat.i32.f32(float %n)
  %v17 = add i32 %n.16, 62
  %v18 = and i32 23, 31
  %v19 = shl i32 %v17, %v18
  %scale = bitcast i32 %v19 to float
  %high.20 = fadd float %high, %m_low
  %v21 = fsub float %high.20, %high
  %low.22 = fsub float %m_low, %v21
  %v23 = fmul float %high.20, %scale
  %high.24 = fmul float %v23, 0x43F0000000000000
  %v25 = fmul float %low.22, %scale
  %v26 = fmul float %v25, 0x43F0000000000000
  %v27 = fcmp ogt float %high.24, 0x43B0000000000000
  %x.28 = select i1 %v27, float 0x43B0000000000000, float %high.24
  %y = fdiv afn float 0x3FF0000000000000, %x.28
  %v29 = fneg float %x.28
  %v30 = call float @llvm.fma.f32(float %v29, float %y, float 0x3FF0000000000000)
  %v31 = call float @llvm.fma.f32(float %y, float %v30, float %y)
  %v32 = fmul float %v31, 0x3FD0000000000000
  %v33 = insertvalue { float, float, float } poison, float %high.24, 0
  %v34 = insertvalue { float, float, float } %v33, float %v26, 1
  %v35 = insertvalue { float, float, float } %v34, float %v32, 2
  ret { float, float, float } %v35
}

declare double @__nv_log(double)

declare float @__nv_log1pf(float)

declare float @__nv_logf(float)

declare double @llvm.fabs.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.sqrt.f64(double)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare double @llvm.floor.f64(double)
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i32 @llvm.fptosi.sat.i32.f64(double)
declare void @llvm.trap()
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.nvvm.rsqrt.approx.f(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.copysign.f32(float, float)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i32 @llvm.fptosi.sat.i32.f32(float)
