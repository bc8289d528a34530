/** Surnames and given names, each with how it is written in user names and addresses. */
const surnames =
  '赵zhao 钱qian 孙sun 李li 周zhou 吴wu 郑zheng 王wang 冯feng 陈chen 褚chu 卫wei 蒋jiang 韩han 杨yang 朱zhu 许xu 吕lv 施shi 张zhang 孔kong 曹cao 严yan 金jin 魏wei 陶tao 戚qi 谢xie 邹zou 柏bai 窦dou 章zhang 潘pan 葛ge 范fan 彭peng 鲁lu 韦wei 马ma 方fang 俞yu 任ren 袁yuan 柳liu 史shi 费fei 薛xue 雷lei 汤tang 滕teng 罗luo 毕bi 郝hao 安an 常chang 于yu 傅fu 卞bian 齐qi 康kang'
const givenNames =
  '一诺yinuo 子衿zijin 思远siyuan 若溪ruoxi 浩然haoran 雨桐yutong 明轩mingxuan 静姝jingshu 嘉言jiayan 佳宁jianing 文博wenbo 梦瑶mengyao 志成zhicheng 晓彤xiaotong 建宁jianning 丽娜lina 国栋guodong 雪晴xueqing 泽宇zeyu 婉清wanqing 振华zhenhua 海燕haiyan 俊杰junjie 诗涵shihan 立新lixin 春晖chunhui 宇航yuhang 慧敏huimin 景澄jingcheng 晓峰xiaofeng 可心kexin 庭川tingchuan 秋实qiushi 安澜anlan 书恒shuheng 欣怡xinyi 奕辰yichen'

/** People from elsewhere. */
const foreigners =
  'Mara Ellingsen,Daniel Okafor,Priya Raman,Julien Marchetti,Hana Fujimori,Oskar Bergdahl,Leila Haddadi,Min-jun Seo,Isabel Quintero,Anton Vasilenko,Grace Thornbury,Rafael Monteiro'

/** Somebody's name, and as it is written in Latin letters, small and with a dot. */
export interface DemoName {
  readonly fullName: string
  /** Its English form; '' where the name is in Latin letters. */
  readonly fullNameEn: string
  readonly latin: string
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const split = (names: string): (readonly [string, string])[] =>
  names.split(' ').map((name) => {
    const [, chinese = '', latin = ''] = /^(\p{Script=Han}+)([a-z]+)$/u.exec(name) ?? []
    return [chinese, latin]
  })

/**
 * Invented people, each of another name and each time the same ones.
 * @param count how many; the last few of them are from abroad
 */
export function demoNames(count: number): DemoName[] {
  const [families, givens] = [split(surnames), split(givenNames)]
  const abroad = foreigners
    .split(',')
    .map((fullName) => ({ fullName, fullNameEn: '', latin: fullName.toLowerCase().replace(' ', '.') }))
  const names = new Map<string, DemoName>()
  // Steps that share no factor with the numbers of names meet every pair before they meet one again.
  for (let step = 0; names.size < count - abroad.length; step += 1) {
    const [family, familyLatin] = families[(step * 7) % families.length] ?? ['', '']
    const [given, givenLatin] = givens[(step * 5 + Math.floor(step / families.length)) % givens.length] ?? [
      '',
      '',
    ]
    const latin = `${familyLatin}.${givenLatin}`
    const fullNameEn = `${capitalised(familyLatin)} ${capitalised(givenLatin)}`
    if (!names.has(latin)) names.set(latin, { fullName: family + given, fullNameEn, latin })
  }
  return [...names.values(), ...abroad]
}
