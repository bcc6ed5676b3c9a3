"""Words before a number that say what it is, or that it is nobody's."""

from __future__ import annotations

import re

from normalizers.pii.recognizers.base import Cue

_LINK = r"[\s:：=#()（）\[\]【】「」|为為是]{0,6}$"
_NUMBER = "(?:号|號|号码|號碼|编号|編號|代码|代碼|单号|單號|ID)"

ID_CARD = Cue(re.compile(f"(?:身份证|身份證|身分證|公民身份|身份號碼)(?:明|件|统一|字號|{_NUMBER})*{_LINK}"))
"""身份证号, 公民身份号码: what follows is an identity number even with a digit misread."""

BANK_CARD = Cue(
    re.compile(
        f"(?i)(?:卡|账|帐|帳|账户|帐户|帳戶){_NUMBER}{_LINK}|(?:银行卡|信用卡|借记卡|储蓄卡|銀行卡){_LINK}"
        rf"|card(?: ?(?:no|number))?\.?{_LINK}"
    )
)
"""卡号, 银行账号, card no."""

PHONE = Cue(re.compile(rf"(?i)(?:手机|手機|电话|電話|联系|聯絡|致电|热线|tel|phone|mobile)(?:方式|{_NUMBER})?\.?{_LINK}"))
"""手机, 联系电话, tel."""

_THINGS = (
    "保单 保單 投保单 合同 契約 协议 订单 訂單 流水 批单 报案 赔案 案件 发票 發票 凭证 备案 注册 登记 "
    "许可 受理 工单 运单 快递 物流 产品 条款 信用 机构 組織 组织 交易 序列 设备 批准 文 单据 收据 票据"
)
_SOMEBODYS = "手机|手機|电话|電話|联系|聯絡|身份|账|帐|卡|用户"
"""注册手机号 is a person's all the same."""

_ENGLISH_THINGS = "policy order contract invoice claim serial tracking transaction ticket batch"

NOT_PERSONAL = Cue(
    re.compile(
        rf"(?i)(?:{'|'.join(_THINGS.split())})(?:(?!{_SOMEBODYS})[^，。；,;\s0-9]){{0,4}}{_NUMBER}{_LINK}"
        rf"|(?:{'|'.join(_ENGLISH_THINGS.split())})[ _-]?(?:no|number|id|code)?\.?{_LINK}"
    )
)
"""保单号, 合同编号, order no.: numbers of things, not of people."""
