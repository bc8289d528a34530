import { describe, expect, it } from '@jest/globals'
import { pinyinWord, romanise } from './romanise.ts'

describe('English names of Chinese divisions', () => {
  it.each([
    ['北京市', 'Beijing'],
    ['黑龙江省', 'Heilongjiang'],
    ['山西省', 'Shanxi'],
    ['陕西省', 'Shaanxi'],
    ['内蒙古自治区', 'Inner Mongolia'],
    ['西藏自治区', 'Xizang'],
    ['香港特别行政区', 'Hong Kong'],
    ['澳门特别行政区', 'Macao'],
    ['西安市', "Xi'an"],
    ['六安市', "Lu'an"],
    ['重庆市', 'Chongqing'],
    ['厦门市', 'Xiamen'],
    ['呼和浩特市', 'Hohhot'],
    ['喀什地区', 'Kashgar Prefecture'],
    ['兴安盟', 'Hinggan League'],
    ['延边朝鲜族自治州', 'Yanbian Korean Autonomous Prefecture'],
    ['恩施土家族苗族自治州', 'Enshi Tujia and Miao Autonomous Prefecture'],
    ['海西蒙古族藏族自治州', 'Haixi Mongol and Tibetan Autonomous Prefecture'],
    ['保亭黎族苗族自治县', 'Baoting Li and Miao Autonomous County'],
    ['神农架林区', 'Shennongjia Forestry District'],
  ])('%s is %s', (zh, en) => {
    expect(romanise(zh)).toBe(en)
  })

  it('joins syllables into one word', () => {
    expect(pinyinWord('石家庄')).toBe('Shijiazhuang')
    expect(pinyinWord('马鞍山')).toBe("Ma'anshan")
  })
})
