import { pick, pickSkewed, type Random } from '../../lib/random.ts'
import type { Names } from './names.ts'

/** Regions of companies, most common first. */
const regions = [
  ...[
    '上海',
    '北京',
    '苏州',
    '杭州',
    '广州',
    '深圳',
    '南京',
    '成都',
    '武汉',
    '天津',
    '重庆',
    '西安',
    '长沙',
    '济南',
  ],
  ...[
    '青岛',
    '无锡',
    '合肥',
    '郑州',
    '石家庄',
    '沈阳',
    '大连',
    '哈尔滨',
    '长春',
    '福州',
    '厦门',
    '昆明',
    '贵阳',
    '南宁',
  ],
  ...[
    '海口',
    '太原',
    '兰州',
    '乌鲁木齐',
    '呼和浩特',
    '银川',
    '西宁',
    '泰州',
    '连云港',
    '珠海',
    '烟台',
    '绵阳',
  ],
]
const firstSyllables = [
  ...'恒瑞康华百安信正博科天诺迈智和泽金君乐微药明海先基石再鼎亚盛荣昌迪哲艾贝泰科志凯祥广豪',
]
const secondSyllables = [
  ...'瑞济泰康源诺达辉生健宁德邦安维盛元赛方恩为奥华信图森美特尔宇成和普凌星旭朗程毅锦',
]
const trades = [
  '医药',
  '生物科技',
  '生物制药',
  '制药',
  '医疗器械',
  '临床研究',
  '医学检验',
  '细胞治疗',
  '基因技术',
  '药物研发',
]
const forms = ['有限公司', '股份有限公司', '集团有限公司', '科技有限公司', '（中国）有限公司']
const hospitals = [
  '第一人民医院',
  '中心医院',
  '肿瘤医院',
  '儿童医院',
  '中医院',
  '大学附属第一医院',
  '胸科医院',
  '妇幼保健院',
]
const surnames = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎',
]
const givenNames = [
  ...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰红建国文辉力永健鑫波斌宇浩凯晨欣怡佳雪梅琳',
]

/** Returns Chinese names for a tenant: three in four are companies, the others hospitals. */
export function chineseNames(random: Random): Names {
  const region = pickSkewed(random, regions)
  const contact =
    pickSkewed(random, surnames) + pick(random, givenNames) + (random() < 0.7 ? pick(random, givenNames) : '')
  const brand = pick(random, firstSyllables) + pick(random, secondSyllables)
  if (random() < 0.25)
    return { name: `${region}${brand}${pick(random, hospitals)}`, abbr: `${region}${brand}`, contact }
  const trade = pickSkewed(random, trades)
  return {
    name: `${region}${brand}${trade}${pickSkewed(random, forms)}`,
    abbr: `${brand}${trade.slice(0, 2)}`,
    contact,
  }
}
