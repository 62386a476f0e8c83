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
inline constexpr std::array<hard_boards, 68> known_hard_boards{{
    {0, 34,
     "uJ6LX4ZdSx VjBgsjrdpX 8Bm15zukwU 8BmtcHWuNf"},
    {0, 35,
     "tzx5A4P28Z yuKz2kVT_V 1zeB1iJ7A8 U6ZhlNC6wA 2PPLmpFmZL 3K5hxytHYA"},
    {0, 36,
     "U6Zhm2Gvgy EXBkG86Roe D9ZNZyNjTW D9ZNZ059RU EXBkGotO3t D9ZUrq-pAd D9ZUrll1Eh "
     "8ypt7R8_TF EXBkHA84lb EXBkG_mrmc 4Qd5VUfU9f 8ypnFgq8ZG"},
    {0, 37,
     "vMV3i_LSAA yuKz2nBt9T 12MqYnIxXJ j_xl5aZmHu 4PlxLwtJzZ y1aEwpPMmU UnDSAJQ6PW "
     "yyjdM8KDsK"},
    {0, 38,
     "8ypnFjXWXE EXBkHCTFka EXBrY7ELRh EXBrY1rXVl EXBkHE_fiY EXBnIFmFAF 6_nNolIv2O "
     "rPczEePB1C YXh2R3IjkA uWqCIEHAsN syrOVQA8XP rYDbQ8IZsc"},
    {0, 39,
     "wKncp1X7LQ j_yRK7rZzi 8ypuYTWwai j5qktJQZFH yNvwKejcn6 j_xqO1f67w UnDSAZbWDK "
     "UnDbRW5Z77 UnDbRkXbxx JjA4ZCM5Rt yIe8peSSF0 YDx4ZgUPrt"},
    {0, 40,
     "UnDfQPccvs 8ypsCoD5Rq UnDSKmrvWl Um6Ow83fOS nCzTezEoQm JjA4ZHltNp nEAHL4SJ95 "
     "JjA4ZKSHLn o6INFHGYyq 6_nNw73SjB rYDlRNeh6F rPczJFNdWn"},
    {0, 41,
     "we6fh41lgx j5vSKgp5ND j_xl5LlXS5 j5qmtexiT1 8ypuYWDKYg UnDbRnD1vv o6ICjQEd59 "
     "YDzH5tJ1AD"},
    {0, 42,
     "80DCTPLFE5 UnDfQSI2tq j_xl5bvzGt rjLnrrKgfu nED3AXnkqp nCzV4uceMU nEAJ2qigMG "
     "pmpwMTVyCi pn2j5YjTv1 rYE7K8B5bY"},
    {0, 43,
     "j5qks6cKQS Um6OxA6GLP j_xqOmrsG7 Um6O0_ecLS yAkkv1LNqp x_XxCv9r9W o6INFJyywo"},
    {0, 44,
     "j5qktKmmEG j_xqO22H6v j_yRKs3K-t r2D7Z8CC32 pn6Tt34ucl"},
    {0, 45,
     "j5qmtP9TfA j_yRK9Bmyh yAoUkUgoXZ x_XzcrVh5E yAknanbj42"},
    {0, 46,
     "j5vSKR1qYO j5qmtgHvS0 rw1kdbdIiM"},
    {0, 47,
     "j5vSKiAGMC EZirsm84a8"},
    {0, 49,
     "EZirsppSY6 EZirsvCGU2"},
    {1, 34,
     "EZV-zymddhgAAAAA RoFTqkbx_9ACAAAA Sud5fUDhQyAAAACA DBu2nLmAyEAAQAAA DBu2nQ-0uAAAQAAA"},
    {1, 35,
     "SlvPFaIo6pAAAAgA RYXSb2dKkWQAAAAA RYXSNj5aV9QAAAAA Jwh8tVDC73AAAABA P_iLgw8UyRAAAAAC "
     "ILZ0Aaj5jXAAAAAC"},
    {1, 36,
     "F2E9A47gB4AAAAAC Jwh8u-G3spAAAABA QxljcbotNuACAAAA OSfuz0NEySCAAAAA LBuNr33GHQAAQAAA"},
    {1, 37,
     "ILZ0LgY0MIAAAAAC EfPBkLNsQ3AAAAAg ILZ7467RIzAAAAAC"},
    {1, 38,
     "NR8SFp-aA7AAAAAI CSNHhj3Ss9AAAAAI"},
    {1, 39,
     "F2JNRNtsedAAAAAC"},
    {1, 40,
     "ILbgHKfukpAAAAAC C-loUUv9vvAAQAAA"},
    {1, 41,
     "DBu3XlgoSIAAQAAA"},
    {1, 42,
     "DBu3Xq5cOEAAQAAA DBu3Xtl2MCAAQAAA DCyraPWAehAAQAAA"},
    {1, 46,
     "SlvPF3xGkTAAAAgA"},
    {2, 34,
     "BsUMMjb9GGCEAAAA GIqeLHbXxfgEAAAA BYQXB-45DmCAAAAE GDWBf5pJ9VAAAAAY EdcEvJAJzVBEAAAA "
     "CvispaMAtnAQAACA A74SKVktsoAASAAA A9NAH-1fBuQAQAAA"},
    {2, 35,
     "E7GUF47BalCEAAAA BYV9gWAOtZCAAAAE BLPsf9NNz_AAAAQE F2YAgnicw1EEAAAA GIu8kGN_X8BEAAAA "
     "EFeYwLaF8FSAAAAA ENR9tG1rEtQAAACA CXxhXhw4lQgAAAgA"},
    {2, 36,
     "E7JxXJzvUxCEAAAA FzjfXdKjzCQEAAAA BYQXCAPGClCAAAAE C382qbiyS_AEAABA GI-PK6CviqBEAAAA "
     "FKRkgmnE0HBAAAAI FHt2IcypNwEAAACA DkqLKzn17wAAAASA"},
    {2, 37,
     "BM3vkKqLJ8QAAAAE CQm1pknUdxCAAAAE Dy8pkNFs5FAAAAAG B7Q6vszJ8CAAAABE BM5QRirv_hCAAAAE "
     "BfcnGr22ckAAAAQE Bm-YD1Lk6RAABAAE ECbWjAjRCkCAAACA"},
    {2, 38,
     "CQf5XpTMzUQAAAAE BYMySWN7AyQAAAAE B7qRGpPxwWAAAABE CQnmN4nCsDCAAAAE B7Vkus_jldBAAAAB "
     "Hcck0-BPWbGAAAAA FGy-FXfZ-7AAAASA D5gX0PqDiPQAAAQA"},
    {2, 39,
     "Dy8pkPyG3DAAAAAG BYM7T5veg_QAAAAE EWs1h6KVXwAAAAAF BLPsgD8Ou6AAAAQE EWsYxHHSZbAAAAAF "
     "EGfy5SlMCHSAAAAA FHt2IffDLuEAAACA BBsyTFrNipAAQAgA"},
    {2, 40,
     "BYM7VwRVHnQAAAAE BPTPWBLWaWAAAACE Gy-eKCQt6eBAAAAE EBR89gZbeaQAAACA B7WAtTovaDBAAAAB "
     "ECbWjDPrAiCAAACA H7p8zb7Hm9BAQAAA BBsyTLEBelAAQAgA"},
    {2, 41,
     "EWs1h_jJTsAAAAAF B7RXgqn0yPAAAABE EOyKdpEMiGCAAACA Hh8KKSB4ZPGAAAAA H7p8zhT7i5BAQAAA "
     "BBsyiSJsFXAAQAgA A9SCQ_tl6uCAQAAA A9nhkh-UF-CAQAAA"},
    {2, 42,
     "B13wPj42_gBAAAAE Gy-p9IZvi3BAAAAE B7WAtWVJYBBAAAAB BBsyiaO5_RAAQAgA BBsyiXigBTAAQAgA "
     "A9nhkjUhE9CAQAAA A9niOpKRVtCAQAAA"},
    {2, 43,
     "B5lPCSgmooBAAAAB"},
    {3, 33,
     "CFpNzejg6NwAAAgA CPoBZgN71XAAAABR"},
    {3, 34,
     "CDRuHlakIFhAgAAA CDRBcxJ8xkhAgAAA BekApnwOBOkAgAAA CAM8WLLDFzgAgAAg CHssJCiErRmAAAAA "
     "CN_VyDv6wqGAAAAg B7ROdBRp49kAAAAg B4rR7d8uPdlAAAAA"},
    {3, 35,
     "CGVUucFNqzwAAAgA"},
    {3, 36,
     "BcDuPeWwZokACAAA B02FRIEebxgAgAAg CIN4pB_mB7mAAAAA BgvAMec1i5iACAAA C54Q1VHfBhDAAAAg "
     "Bf_A2z8ka-EACAAg B7TFkUDMqKkAAAAg Bes0IuvQAAFACAAA"},
    {3, 37,
     "COCVa_EMkwGAAAAg Be1dO5u9iLFACAAA"},
    {3, 39,
     "CALP8Zn0apgAgAAg Bq7LtzbKAGGACAAA Bes0rOVw_ZFACAAA"},
    {3, 41,
     "CALP8cUOYngAgAAg"},
    {4, 28,
     "Ai5Wp6vJZ1oCAAAg A4Qa5-DH_5BBAAhA AVOKKhWNXzmBAAAA A0MxOPNESSHBAAAA AXf3Z64QdBOBAAAA "
     "A7MZRuybw4YAAAAY BVAOF3YxSOYAAAAY A0MxOR5eQQHBAAAA"},
    {4, 29,
     "AVD2-T0_fbAAAAFR Aab8_e_zHUFBQAAA Aab8_hsNFSFBQAAA A75WHy9RZvABAAhg BHugmLYfj-ABAAgh "
     "Am3loZ1g_YABAAgh Ao_cS6IkMgAAAAFR"},
    {4, 30,
     "Aen5_4mOkcAAAAFh AZ39MqSaL-FBQAAA AbRhQwuOHOAAAAFR"},
    {4, 33,
     "AanXT5vbrwAAAAFh AVD3CHntnmAAAAFR AVEEWd4O6yAAAAFR"},
    {4, 36,
     "AqPmF8LWVMAAAAFh"},
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
