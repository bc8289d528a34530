/** Family names with their pinyin, most common first. */
export const familyNames = pairs(
  '王wang 李li 张zhang 刘liu 陈chen 杨yang 黄huang 赵zhao 吴wu 周zhou 徐xu 孙sun 马ma 朱zhu 胡hu 郭guo 何he 林lin 高gao 罗luo ' +
    '郑zheng 梁liang 谢xie 宋song 唐tang 许xu 韩han 邓deng 冯feng 曹cao 彭peng 曾zeng 肖xiao 田tian 董dong 潘pan 袁yuan 蔡cai 蒋jiang 余yu ' +
    '于yu 杜du 叶ye 程cheng 魏wei 苏su 吕lü 丁ding 任ren 卢lu 姚yao 沈shen 钟zhong 姜jiang 崔cui 谭tan 陆lu 范fan 汪wang 廖liao ' +
    '石shi 金jin 韦wei 贾jia 夏xia 付fu 方fang 邹zou 熊xiong 白bai 孟meng 秦qin 邱qiu 侯hou 江jiang 尹yin 薛xue 闫yan 段duan 雷lei ' +
    '龙long 黎li 史shi 陶tao 贺he 毛mao 郝hao 顾gu 龚gong 邵shao 万wan 覃qin 武wu 钱qian 戴dai 严yan 莫mo 孔kong 向xiang 常chang ' +
    '欧阳ouyang 上官shangguan 司马sima 诸葛zhuge 东方dongfang 慕容murong 皇甫huangfu 令狐linghu',
)

/** Characters of given names with their pinyin, most common first. */
export const givenNames = pairs(
  '伟wei 芳fang 娜na 敏min 静jing 丽li 强qiang 磊lei 军jun 洋yang 勇yong 艳yan 杰jie 娟juan 涛tao 明ming 超chao 霞xia 平ping 刚gang ' +
    '桂gui 英ying 华hua 玉yu 兰lan 红hong 建jian 国guo 文wen 辉hui 力li 永yong 健jian 鑫xin 波bo 斌bin 宇yu 浩hao 凯kai 晨chen ' +
    '欣xin 怡yi 佳jia 雪xue 梅mei 琳lin 子zi 涵han 轩xuan 梓zi 萱xuan 诗shi 雨yu 泽ze 思si 嘉jia 俊jun 志zhi 海hai 春chun ' +
    '秀xiu 晓xiao 小xiao 天tian 瑞rui 晶jing 慧hui 倩qian 婷ting 莹ying 颖ying 洁jie 璐lu 蕾lei 薇wei 菲fei 蓉rong 岚lan 苑yuan 婕jie ' +
    '馨xin 瑗yuan 琰yan 韵yun 融rong 园yuan 艺yi 咏yong 卿qing 聪cong 澜lan 纯chun 毓yu 悦yue 昭zhao 冰bing 爽shuang 琬wan 茗ming 羽yu ' +
    '希xi 宁ning 飘piao 育yu 滢ying 馥fu 筠yun 柔rou 竹zhu 霭ai 凝ning 枫feng 芸yun 菊ju 亚ya 宜yi 可ke 姬ji 舒shu 影ying ' +
    '荔li 枝zhi 丝si 群qun 媛yuan 义yi 兴xing 良liang 胜sheng 顺shun 裕yu 河he 哲zhe 江jiang 民min 友you 翰han 朗lang 伯bo 宏hong ' +
    '言yan 若ruo 鸣ming 朋peng 梁liang 栋dong 维wei 启qi 克ke 伦lun 翔xiang 旭xu 鹏peng 士shi 以yi 致zhi 树shu 炎yan 德de 行xing ' +
    '时shi 泰tai 盛sheng 雄xiong 琛chen 钧jun 冠guan 策ce 腾teng 楠nan 榕rong 航hang 弘hong 煜yu 煊xuan 烨ye 焕huan 熙xi 钊zhao 铭ming',
)

/** First and last parts of phonetically transcribed names, as used for many people from Xinjiang and other countries. */
export const soundedFirst = words(
  '阿卜杜热合曼 阿卜杜拉 买买提江 吐尔逊江 古丽巴哈尔 阿依古丽 帕提古丽 努尔买买提 艾力江 库尔班江 热依汗古丽 玛依努尔 ' +
    '亚历山大 弗拉基米尔 伊丽莎白 克里斯蒂安 凯瑟琳娜 塞巴斯蒂安 马克西米利安 安娜斯塔西娅 米哈伊尔 叶卡捷琳娜 弗朗西斯科 加布里埃尔',
)
export const soundedLast = words(
  '买买提 吐尔逊 阿不都热西提 库尔班 依布拉音 玉素甫江 阿布力孜 艾合买提 托合提 司马义 肉孜买买提 卡德尔 ' +
    '彼得罗夫 伊万诺夫斯基 冈萨雷斯 罗德里格斯 施瓦岑贝格 麦克唐纳 费尔南德斯 斯特凡诺维奇 柯尼希斯贝格 安德森 林德奎斯特 帕帕多普洛斯',
)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** A name in characters and in pinyin. */
interface RomanisedName {
  readonly han: string
  readonly pinyin: string
}

function pairs(text: string): RomanisedName[] {
  return words(text).map((word) => {
    const pinyin = word.replace(/\p{Script=Han}/gu, '')
    return { han: word.slice(0, -pinyin.length), pinyin: pinyin.replace('ü', 'v') }
  })
}
