// SPDX-License-Identifier: MIT
// Hard boards to grow others from, as share codes: found by `rush_hour generate --hardest` and
// `rush_hour census`, and made into this table by scripts/hard_boards.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace senda::rush_hour::detail {

/// Boards of different components that need so many slides, and no position of these more.
struct hard_boards {
    std::uint8_t walls;
    std::uint8_t moves;
    std::string_view codes;  // with blanks between them
};

/// By their walls, and then by their moves.
// clang-format off
inline constexpr std::array<hard_boards, 107> known_hard_boards{{
    {0, 34,
     "7pcJAr4SfR yzPozsjvZL n0MGAzgxNC 26Vch569VT rtnZZPO0Tf mDlFuj46Tc EfAWiqGDi5 "
     "EXEYFxOKCg trm2GsIMfA FqTcYxCo_Z MMRBiuYNR0 zKk5yEuU6a"},
    {0, 35,
     "2PPLmpFmZL y1aEwn4_nV qYCU-ifDXJ p_BNck3uHf Y-wHLF_E-q Juqgsdu77k uWPnw_WbiE "
     "lfdjL434c5 yxtzh0Hmx- yt7ZHqE2_w wfcYzube6u 3r-8U9UpWr"},
    {0, 36,
     "mTezGfR7qE 8ypnFgq8ZG U6Zhm2Gvgy 9gdUf-jfOg 3Ww-ALRsio 5QhsuyjcST 3hEPftzKaa "
     "vpInXT8o0d y03dFGdudL ivdVfZCU09 EXBkG_mrmc 26R0tVEUof"},
    {0, 37,
     "y1aEwpPMmU 6_oNj5Ec2s qYCiuTx6-- j_xl5aZmHu 8KIAGw9no5 itnOMLgPbR KRqBl9FNHF "
     "t6e-xNEqst 1zd-UQuU4M hH5hfX-1Xl t6e-xJCDvw vMV3i7IrDD"},
    {0, 38,
     "6_nNolIv2O 8ypsClXfTs o6ICjNYD7_ YDxc82QTQ6 gE1g1FrZdT jRcUliWoCZ KRqBnuOPxx "
     "ul4Hk2sIaY y03YV-xsBO ei3j--vI02 EXBkHE_fiY 4RUwqlJONr"},
    {0, 39,
     "ywwjkxwB4x j5qktJQZFH yNvwKejcn6 UnDSAZbWDK yIe8peSSF0 wKncpxVUOT mJrRpap1KU "
     "uYbXIGPCk- JjA4ZCM5Rt yFV3lSGLq9 F2JNRNL3Vg 0Rusr0rXcP"},
    {0, 40,
     "nEAHL4SJ95 8ypsCoD5Rq 6_nNw73SjB UnDSKmrvWl MI6NOw9qwE rYDlRNeh6F jJeUbeag6F "
     "KOwMfbhVZh eiLSx2-3V5 5LHj9UBZWY JjA4ZKSHLn JjA4ZHltNp"},
    {0, 41,
     "qJx5MFyB6p j5vSKgp5ND 8ypuYWDKYg lfdRUy6nYk o6ICjQEd59 MQ_TSkJbW2 eoKr-ZkVNB "
     "we6fh41lgx KOr72JShxe we6fh0y-j0 yFOGygCrDg jInQDMBES2"},
    {0, 42,
     "nEAJ2qigMG pn2j5YjTv1 pmpwMTVyCi rjLnrrKgfu j_xl5bvzGt rYE7K8B5bY uB_VEkiZ-I "
     "KOwMluP_p2 7qdThb6B5A yFOmBXzh1e kaB5ddpl-r jRIKyEv9uf"},
    {0, 43,
     "yAkkv1LNqp x_XxCv9r9W qJx5MHIO5o j5qks6cKQS j_xqOmrsG7 Um6O0_ecLS MI6NO2WesA "
     "o6INFJyywo V2ICVaQxGH mosowK9zCP rw1g_JSWJO mKPG-cSdI8"},
    {0, 44,
     "pn6Tt34ucl r2D7Z8CC32 qJx5MJ0o3m j_xqO22H6v j5qktKmmEG j_yRKs3K-t 9hEcJ2O4QV "
     "3UTNriDrZo 3UTufcYi_l uVOf_TAOIX 7siACd3I7L jUZjB5JcP0"},
    {0, 45,
     "yAknanbj42 yAoUkUgoXZ x_XzcrVh5E j5qmtP9TfA j_yRK9Bmyh MI6NO3srq_ upFxlHlMIB "
     "jRIXBef3A3"},
    {0, 46,
     "j5qmtgHvS0 j5vSKR1qYO 3UjXkHID9y rw1kdbdIiM mosowQWm-L wfOuR5duIq 4PWkMLdTw- "
     "iw8qNCA2Fm jRIXBf2D_2"},
    {0, 47,
     "j5vSKiAGMC KRmCtcuzUD iX9iG0P2H1 EZirsm84a8 KRhyTBbOe-"},
    {0, 48,
     "KbNZRXxq0i pFQM8SCPgi 4QmXVVBJ-6 KRhyaIrzHs"},
    {0, 49,
     "KRmCtiHnP_ EZirsvCGU2 4RUwrCxr3V EZirsppSY6 KRhyTG0Ca6"},
    {0, 50,
     "KbNZRdKewe KRhyaOEnDo"},
    {0, 51,
     "80mua7AicE 7qdThemb2-"},
    {1, 34,
     "DBu2nLmAyEAAQAAA Oj7pHerlQLCAAAAA DBu2nVBbq9AAQAAA LOinRZ-4iFABAAAA DBu2nZECn6AAQAAA "
     "NbUiqWVBP6AAgAAA SHXqBvoEdcAgAAAA F0KCkxnEjNAAAAAB"},
    {1, 35,
     "RZhY1vE2E5AgAAAA DCyqpikjMrAAQAAA BW-iJgIeqtAAQAAA EEkwu6hPVdAAAAAg BcM4V3opBTAAgAAA "
     "J-HchWltN1AAAAAB RYXSb2dKkWQAAAAA Jwh8tVDC73AAAABA"},
    {1, 36,
     "LBuNr33GHQAAQAAA DMZ9QscGBBAAgAAA NbUiwmXRiRAAgAAA NbUiwiUqlUAAgAAA NbUiwlBEjSAAgAAA "
     "DMZ9Qx0589AAgAAA BYUoYtAIIHCAAAAA Jwh8u-G3spAAAABA"},
    {1, 37,
     "SHXqB1A4ZYAgAAAA YKldLPxksdgAAAAA DMZ9Q13g56AAgAAA KcVjRIRQlzEAAAAA ILZ0LgY0MIAAAAAC "
     "EfPBkLNsQ3AAAAAg ILZ7467RIzAAAAAC"},
    {1, 38,
     "RZhY10dqA1AgAAAA XNQ49dn7SGgAAAAA SHRRGDud1NAgAAAA NR8SFp-aA7AAAAAI CSNHhj3Ss9AAAAAI"},
    {1, 39,
     "C-loUMqv11AAQAAA DBUdaF4nt1CAAAAA DBcZkFHfJmQAAAAA DBUdq3YUEYCAAAAA DOwWzj3kuuAAAAgA "
     "ECOrVNyMWDgAAAAA DBUdq6EuCWCAAAAA DFBc0RdV4HIAAAAA"},
    {1, 40,
     "C-loUUv9vvAAQAAA C-loUSDjxxAAQAAA DFD34BW-BYIAAAAA DOwWzpQYqqAAAAgA DOwWzr8yooAAAAgA "
     "ECOrVQemUBgAAAAA DEdVO8YfDyCAAAAA DFD34CtLAXIAAAAA"},
    {1, 41,
     "DBu3XlgoSIAAQAAA DCyraJ9MilAAQAAA NbUif03lLuAAgAAA DEft32_i9ACAAAAA DEft35r86-CAAAAA "
     "EGfkVTSH8RgAAAAA"},
    {1, 42,
     "DBu3Xq5cOEAAQAAA DBu3Xtl2MCAAQAAA DCyraPWAehAAQAAA NbUif6QZHqAAgAAA DMZ9dyOSJTAAgAAA "
     "NbUif88zFoAAgAAA EGfkVV-h6PgAAAAA"},
    {1, 43,
     "DCyraSCacfAAQAAA NbUigPzo3aAAgAAA"},
    {1, 44,
     "NbUigSgC1YAAgAAA NbUigT2P0XAAgAAA NNk00DJkpqAAAAAC K25DfhsA6ZACAAAA KchfDYJI6aAAAACA "
     "L_LlUD85mHAAAAgA LKjstyxuNyCAAAAA NUBqZJ_5vZAAAACA"},
    {1, 45,
     "R8zy_MBn9UAAAAAg RZHPc-TLHbAAQAAA EUuMZdum7gAAAACA R1-8InjzFrEAAAAA K4w4_tz4HtACAAAA "
     "KchfDoTkuOAAAACA Ob296E6Sv9AAgAAA MSRgJJ7AYyAAAAAI"},
    {1, 46,
     "OAPO8TYb6mAAAAAC NNk3N-halYAAAAAC K25EOJHYwyACAAAA K26gWhBpsHACAAAA L_LhDT3nQnAAAAgA "
     "SlvPF3xGkTAAAAgA"},
    {1, 47,
     "BZHhGa7IyrCAAAAA BZGWAxihkxQAAAAA N2KyCG5DEGAAAAAC AtpZjgeabSAAAAAQ K26gWxMFf7ACAAAA"},
    {1, 48,
     "AtS0_v_6e3AAAAAg"},
    {1, 49,
     "ILPzqKmanAAAAAAC G_38Rucp0UAAAAAC"},
    {1, 50,
     "BBXTpwNRGjAAAAAg Atpm0RwcbIAAAAAQ"},
    {1, 52,
     "IW1xSYtQRpAAAAAC"},
    {1, 53,
     "DHYaynGn5zAAAAAg"},
    {1, 55,
     "Dbc5cnT-hfAAAAAg"},
    {2, 34,
     "B1AjacqKNnAUAAAA FpACl-eMMrEAAACA FAPgBUGjV2CAQAAA DHxoADS4EHgAQAAA FptxAT0846IAAACA "
     "D7C3Qx-W_bCEAAAA Co3XvsG38FBEAAAA BBsxoMpv4fAAQAgA"},
    {2, 35,
     "ErVV5ePBPeBAAACA Dpj7djLGfpSAAAAA FtYtjPYzUHEAAACA FuSOLgJTyFIAAACA IRNfYfj4YQYAAAAA "
     "F6OaSkrzmfIAAAgA F0QM6VT372IAAAgA DTP0i2EwPXAFAAAA"},
    {2, 36,
     "CNWIg_NBpzAAQACA Hb7-fjDljmYAAAAA Fdegxd0QSgQAQAAA F-30Qy9l6sAAgAQA H2JhWVz8wSBAAAgA "
     "C1x0qycE0sAAAACI Hj5bavIiKABAAAQA DXk--Bm0zHQEAAAA"},
    {2, 37,
     "ErVV5flOOdBAAACA FG5yWWmDOIEAAACA GxYyhZuj8FgAAAQA FnX4KVwn46AAAASA CQm1pfOgh1CAAAAE "
     "FlamSWqHmMIAQAAA B7Q6vszJ8CAAAABE Hl_6gMFOSVBAAAQA"},
    {2, 38,
     "FH3HOvIJhRIAAACA E8-1f01028EAQAAA GjPOzbIcsBBAAACA BXRQA0KEG6AAAASA CQf5XpTMzUQAAAAE "
     "EXFvH-LGRzAAAAAF FHt8lJ5EBWEAAACA ECbTE72gfcCAAACA"},
    {2, 39,
     "E8DRx_neK7QAQAAA JuTYHJ1ahewAAAAA EWsYxHHSZbAAAAAF BPQzXUjdt2AAAACE B60htcvjYKBAAABA "
     "Bbi4lxfICvAAAARA DHqNJ2dvSRACAACA EGfy5SlMCHSAAAAA"},
    {2, 40,
     "FCTw7XzClZAAQACA FpDIM9xf7HEAAACA BLnLQwcioISAAAAA Hl6m-m40XBRAAAAA EBR89gZbeaQAAACA "
     "B6fzTfXeW_AAQAIA EeetMF4mhrCAAAAg ILj4xKJdomhAAAAA"},
    {2, 41,
     "FfonLkV0MWQAQAAA JuTeNl5MHmwAAAAA EWs1h_jJTsAAAAAF Hh8KKSB4ZPGAAAAA DHqMCQPjRbACAACA "
     "DT83DuF3vBAgAACA B5lPCP0MqqBAAAAB A9SCQ9BL8wCAQAAA"},
    {2, 42,
     "BYAl7xlbdaCAAACA HlqgecSNTfBAAACA HqTtODGVzCRAAAAA B6fzTiD4U9AAQAIA Do3DV9bFXsACAAgA "
     "FrlILc7WZ8AAAAAi EIApengDPMAAAAAS BBsyiXigBTAAQAgA"},
    {2, 43,
     "BXmGyOrsjBQAAACA BXRQA65FB1AAAASA HloS1_IDOQBAAACA FgvmjQtTiOEAQAAA F1coCJBVSRAAQAgA "
     "DHqNJnpgdcACAACA DoFSBkBuRtACAAgA DeJEtVa7AfAiAAAA"},
    {2, 44,
     "J6iy8e7SNshAAAAA HQCScTNc8VBAAAgA D45frvfHhJQAAAAI DHqNJ3z8RQACAACA DHqXaI0QbBACAACA "
     "DoFSB0MKFhACAAgA ENXWvPd0P9AAQAAg"},
    {2, 45,
     "GInGJkkCkOAAAAAY FWI_t-s7ZiAAQAAB IVdIJY7cvvGAAAAA DHqXaY-sO1ACAACA ENXWvSKON7AAQAAg"},
    {2, 46,
     "HQCe5ISyGvBAAAgA C5YQxIcEA5AAAAgI DPabfkwm7EAAAAgI"},
    {2, 47,
     "BXlyZhpNfQBAAAQA B60XDzWkXPBAAABA EfVG1qJTDkAAAABB DPCrWeXKQ3AAAAQB DQL4WRDIuUQAAAAB "
     "CrXJbeTNR2CAAAAI GviVpK7wR9AAAAgg AOctl5hOoyQAAAAQ"},
    {2, 48,
     "BYuqE_PVfvBAAAQA BCtHgQOR49QAAAQA Ba2FX22WODRAAAAA FUmsfyd0wEAAQAAB ATKGNpzBdqgAAAAg "
     "AtS0_vICrEAAAAAw AtS0_vYmoxAAAAAi"},
    {2, 49,
     "BXlyZnCBbMBAAAQA B60XD4vYTLBAAABA EWNC_eL-HtBAAAAB EfVG1viG_gAAAABB BbiT83qkLrAAAARA "
     "DPCrWjv-MzAAAAQB DdI2PZmOhigAAAAC C9aK4w1njRgAAAAC"},
    {2, 50,
     "BYuqFEoJbrBAAAQA Abm1WvziWFgAAAAg ATTsVFerHPgAAAAQ Atpm0RW5yhAAAAAw BBXTpvl9QdAAAAAi "
     "Atpm0RJIlCAAAAAS"},
    {2, 52,
     "DiDjuKEN6qgAAAAC"},
    {2, 53,
     "BUScPpZWjBgAAAAg HNbkr8YIW8BAAAIA"},
    {2, 54,
     "Atpos_07U8QAAAAg ClpyQQrfHAQAAAAC AeK0ApebvkQAAAAQ"},
    {2, 55,
     "BcvLYvZ3bcgAAAAg"},
    {2, 58,
     "ERDdjRGq5aQAAAAg"},
    {3, 34,
     "ByHW0l6AJrQAAASA CdNL8Y2HOaRAAAQA Bh0pzCMIxdUAAACA CTooBRavmsJAAAQA CHeg931xecFAAACA "
     "Cj650SHdWJGAQAAA Cl8apfMGLZEAAAwA CDRuHlakIFhAgAAA"},
    {3, 35,
     "CZ_1FqqelHJAAAgA A_fyZH8g42AABAAY Cc2ar2D518oAAAgA CN0z6U_BuFMAQAAA CeIrJOR45eBAQAgA "
     "CYkGxOm9-coAAACA DQEavq9g8_LAAAAA DUk8Hs7zoqOAAAAA"},
    {3, 36,
     "CIj6jwt46HoAAACA Bmsaob8CDRIAQACA BxQsuNdYHdIAQACA CWXxBEFaKJYAQAAA CZZcDZIj0KJAAAgA "
     "B3asfn39ilEAQAgA CZmb-hKssOGAAAQA DY2PMrZux3DAQAAA"},
    {3, 37,
     "B1r9VC770zCgAAgA CUS2J2F_PyJAAACA CYotlHU57RoAAACA DSLfebTkYkLAAAAA AbbNCh1CZaFAAAQA "
     "CZFGpnbdO_RAQAAA B5x49WUMNtgACACA BB6BtRg-KZQAQACA"},
    {3, 38,
     "CZu6qGOAwfGAAACA BRYyP75Su_QAAASA CBtR9GZdvYkAQAAA BmUNCiGu4UCAQACA CgAGDiwJcWBAgACA "
     "BiqK0qL3gfAAQAIg CW4Vouo0YdAAQAgg CW4Von5zdiAAQAgg"},
    {3, 39,
     "CZu3eCe6n_GAAACA CWX3ehrIZLYAQAAA BvHPwJEv-zUAAAgA BF725svhXNIAQAIA BFKnYHcpzmQAQAIA "
     "AmoP9DGx4YQAQAIA Ba2FQYYq7jRAAAAB B60htcb5dHBAAABB"},
    {3, 40,
     "BlyzKVmtSjQAQACA C_MjDipe3rlAAAAA CWTu-By6qiFAAACA DVeQqboOK8TAAAAA DU_rn84zxsDAAAgA "
     "A8XDJfCGGMAAQAKA AoNRvhp9knAAQAoA A-6qzpYYKyAAQAKA"},
    {3, 41,
     "CcaqVbiZp_GAAACA CXczBYuy6YBAAASA CdEjWX8ZcXRAAAQA Ca9H0LI9YhRAAACA BwTWIgTu7sUAAAgA "
     "CfwODjEcrzWAAAAA CwFtHmceMhGAAAgA BYuptv7tF8BAAAQB"},
    {3, 42,
     "CXjwsXIiOpFAAACA DfudTUz-jsDAAACA FI0X8sAhSmHAAAAA CPG5eJ3ik2VAAAAA BtcWOSHjjeUAAACA "
     "CwFtHpI4KfGAAAgA Cf2QpAMlU7AABAQB Du-ti-PQvIAABABB"},
    {3, 43,
     "CcPzKbgPM0RAAACA CkjkPy6pokGAQAAA BAlaat4C7MAABAAY CNpNm3s64gAABAAJ A8fXEYiTDtAABAAo "
     "As0HWJVeNrEABAAI BCemE365FVABBAAI"},
    {3, 44,
     "DKsb52rdn_hAAACA AKqt5Vi9FmEABAAI COTfc61WRFEAAAAJ"},
    {3, 46,
     "BAlaawkc5KAABAAY CNpNm6ZU2eAABAAJ BCemE6nTDTABBAAI"},
    {3, 47,
     "AcUQw0HRL_RAAAQA BB2ZbRoTG_QAAAQB AdG9EJw8xFQAAARA AnIg9mbQAVBAAARA BXlyZhVjkNBAAAQB "
     "BZhw7tawCPRAAAAB Ba8n7ovySlQAAABB B60XDzC6cMBAAABB"},
    {3, 48,
     "Acr4HxCVqjRAAAQA"},
    {3, 49,
     "BbiT84tHPnAAAARB BXlyZmuXgJBAAAQB AnIg9r0D8RBAAARA B60XD4buYIBAAABB"},
    {4, 34,
     "BeOu55GUzojAAAQA AxybItco7ggAgASA BDuRMovizlkAAAwA BDuRMqFvykkAAAwA AiWtuQHsp0UAAASA "
     "BEt7CRpdD2BAAAyA BFhAn-39HIgAAAyA BFEsCXQ1OkDAAASA"},
    {4, 35,
     "Ay0zMQiSsxoAAAiA BAw7IY7kvDlAAAgA A7GxwCQUI60AQAAA AwcjYCwvxTJAQAgA AuIge0257dJAQACA "
     "BDmZGLUgghmAQAAA AvgrYcrrJNGAQAQA AwYiuOIGJXRAQACA"},
    {4, 36,
     "AzeEJkBIVGBAQAiA AmjF3PF1rzEAQAiA AvQo6NoViskAAASA AzwwF0tBsOIAAAyA Af_9AIcwl5kAQAgA "
     "Be6O3U2vxgjAAAQA AqYFVKu5vtiAQAAg AyHSfifC88gAgASA"},
    {4, 37,
     "Afclroe_M1IAQAIg Awy2-dPDArRAQACA BFkef4ssKaLAAAgA A9J6QE4n6uwAQAAg CSdEDzgt1CPAAAAA "
     "A9J6QCMN8wwAQAAg Aws50EOak_JAgACA BE48eP7JqZZAQAAA"},
    {4, 38,
     "BDHCx4Xc5KcAQAAA A8l33BduAQmAQAAA Bmin90MwnQHAQAAA AeTK5oad4NGAQACA AfUXjAjskNWAQAAA "
     "AqAgmy08wwsAQAAA AVSCFeIs06SAQAIA Avu1w_58jeAAQAog"},
    {4, 39,
     "AwfnGEsvAnYAQACA AxB9AW5yphWAQAAA AjK-oqaq1kUAQAgA ArY-po5EXVwAQAIA BCn9F3s6DO4AQAAA "
     "AdU3XCxsBmoAQAIA AU6DAB0bcWYAQAgA Bjom2grdU_2AAAAA"},
    {4, 40,
     "CEAkefVb-XnAAAAA A_sUfDFFdYwAQACA BFADFBuUOfTAAAQA At6q1qA-eUVAAAQA BhxT0JPGJhXAAAAA "
     "BoEAgCvnHoHAAACA AiVrJlhcWFUAAASA ARXJAc_blAgAQAoA"},
    {4, 41,
     "A0Y1a2hAl3WAAAgA BIXFVeRYeRmAAAgA Aw9haD_Z5jRAAASA BFnGQQWyO_0AAAgA"},
    {4, 42,
     "AtevOWFCgdVAAACA Bip7lXdHZLXAAAAA Bo7s-IPBB7HAAACA BE3e0YR2MtTAAACA BKLu-n9aSgwAQAgA"},
    {4, 43,
     "Bf-xLQAPqS2AAAAA CPYLv_7lkt8AAAAA BhYyJX-468uAAAAA"},
    {4, 44,
     "BV6ha_ETKs1AAAAA CDHVdTca1rnAAAAA"},
    {5, 25,
     "AQfEV_Mfo1aAAABB AxCyLLgKbBBAAAwh AcXt6r6WcdBAAAwh AcXt6pN8efBAAAwh AyC18R581PBAAAwh "
     "AZOHV0JzElRQgAAB AessMGWo70AAQAJh ATtagfj0_-BAAABl"},
    {5, 26,
     "AGCWFSKaZPBAAAwk ABVKGQHWsYBAAAwk AGCWFSzHncBAAAwM ADIFE4uskgAAAAwl AERIltAqmMAAAAQ1 "
     "AIuYyKe-NCBAAAQl APHB_MTTiqBAAABl ACGOpP2i5oBAAAQs"},
    {5, 27,
     "AyC18XSwxLBAAAwh AcXt6umwabBAAAwh"},
    {5, 28,
     "AaJ1kffX9GFAAAgk"},
    {5, 29,
     "AGMiVHOQQPSARABA AGMiUm5YonSARABA AD_0ghg38eEAQAJg ADzaKWNKyvFAQAIg AaJ1kg1k8FFAAAgk "
     "ARJKNUuLLdBAAABl"},
    {5, 30,
     "AjsaCGKUbeBRBAAB AQQ57vMOcrBRBABA AD_xYfChx_EAQAJg ADzY5gr6vwFAQAIg ARDy9P604UBAAABl"},
    {5, 31,
     "AD_0gkNR6cEAQAJg ADzaKY5kwtFAQAIg APm7qaRVctFAQAIg"},
    {5, 32,
     "ARDy9SnO2SBAAABl"},
    {6, 36,
     "ADmFB3CFoDkAQAKg ADmFB1r4pEkAQAKg AEjz_IHLyFyAQAoA ACm_1IxeBmUAQAKg AD8qx2ePVrWAQACg "
     "AD8rmcbOroWAQACg AFvCeNOvAakAQAig AFvCeL4iBbkAQAig"},
    {6, 37,
     "ADuECjFmVBoAQAKg AHDTA_RtM34AQAoA AOQSKHh-wM4AQAgg AIu0IWBYStwAQAig AETJgAP04VIAQAqg "
     "AEKRFTzvNXwAQAqA AF7RICGrtDoAQAig AJgeq__wxWwAQAog"},
    {6, 38,
     "ACd-mgxvQUyAQAoA"},
    {6, 39,
     "AD0SAMyzWf4AQAoA"},
    {7, 25,
     "AEOiMAyWA93AQAgA ACrzaimeqwCgwAog AEumHI1t436gwAAA ACdaftwfCgqgwAIA AFPPdNSRFqigwAgg "
     "ADBcAf9IbVygwAIA ACQYE8Wo7b6gQAIA ABaHmfI3d2agwAIA"},
    {7, 26,
     "AEOVl3BI4e3AQAgA AETGuqU1qr7AQAgA AEUcA8tUhS9AQAgA"},
    {7, 27,
     "ACY3D2b0KSCYQAhB"},
    {7, 28,
     "ACY3X2AjFcCYQAhB"},
    {8, 25,
     "AFoeZQSqee_gCAAA ABYbqEN-FqXBBABB ABn32my8Q0dBBABB AAgFLOYzHZXBBAYA AAS6M8b0OOcBRAYA "
     "ACAIy4u-HefBAABB ABhUyiG4YvfAAABJ ACvs5lzB9M6ggAYA"},
    {8, 26,
     "AAfXyFcpdxbBBABQ ABBnlhQlbFTBBAAZ ABgL4UA9ytHBAABZ AAe0BamW01WBRABB AA-2Gzz8h4TBAABZ "
     "ACRFnEzj0lfBAABB ABEmkLUZOxLBBARB AAjitWuYyo8BBAYA"},
    {8, 27,
     "AEB2ijQN2bfBBABA ACAIzCKZAXfBAABB ABn32wOXJtdBBABB AAk9abLm-tdBRABA ABs4gDuEzWfAAABR "
     "AAgFL1crp8XBBAYA ABt1LxGcDXPACAYC ABhUyriTRofAAABJ"},
    {8, 28,
     "ABlGIWhUQbbBBABB ABj3R3XOTDXBBABB AB1TLTh30XdBBABB ACWT_h302-PBBABB ACRFnOO-tefBAABB "
     "ABGGjRa4t3eBBABB ACgMgpb7s3fBBAAB AAx0sGFM34VBBAJB"},
    {8, 29,
     "ABGQ1FCUbjfBBABA ACWqFSkS1WPBBABB ACRYAg76_afBAABB ABlU8VLtcnbBBABB ABkGEmjpbKXBBABB "
     "AB1kOsGq4FdBBABB ABGQ1EwAtfeBBABB ACgWycxDsffBBAAB"},
}};
// clang-format on

/// Those with so many walls, the easiest first.
[[nodiscard]] constexpr std::span<const hard_boards> hard_boards_with(
    std::uint32_t walls) noexcept {
    std::size_t first = 0;
    while (first < known_hard_boards.size() && known_hard_boards[first].walls != walls) ++first;
    std::size_t end = first;
    while (end < known_hard_boards.size() && known_hard_boards[end].walls == walls) ++end;
    return std::span{known_hard_boards}.subspan(first, end - first);
}

}  // namespace senda::rush_hour::detail
