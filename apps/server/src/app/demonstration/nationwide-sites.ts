import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { newTenantId } from './seed-demo.ts'
import { daysAgo, rowsOf } from './tables.ts'
import { demoTenants } from './tenants.ts'

/**
 * Invented institutions over the provinces, whose names and streets say that they are examples, beside those that the
 * demonstration began with: name, city, level, type, street; who has chosen them (the tenants' initials), and the name
 * that those call them by.
 */
export const nationwideSites = rowsOf(
  ['siteName', 'cityId', 'level', 'type', 'address', 'chosenBy', 'nickName'],
  `
  示例大学第一医院 | 110100 | 3A | GENERAL | 西城区示例大街 1 号 | LHQ | 大学一院
  示例京畿肿瘤医院 | 110100 | 3A | SPECIALISED | 朝阳区示例南里 17 号 | LH | 京畿肿瘤
  示例燕山胸科医院 | 110100 | 3A | SPECIALISED | 通州区示例北路 97 号 | LH | 燕山胸科
  示例津门中心医院 | 120100 | 3A | GENERAL | 河西区示例道 83 号 | LH | 津门中心
  示例海河血液病医院 | 120100 | 3A | SPECIALISED | 和平区示例路 288 号 | LH | 海河血液
  示例医科大学第二医院 | 130100 | 3A | GENERAL | 新华区示例西路 215 号 | LH | 冀医二院
  示例滨海人民医院 | 130200 | 3B | GENERAL | 路北区示例道 65 号 | H |
  示例汾河医院 | 140100 | 3A | GENERAL | 杏花岭区示例街 29 号 | H | 汾河
  示例草原医学院附属医院 | 150100 | 3A | GENERAL | 回民区示例北街 1 号 | H | 草原附院
  示例蒙医中医医院 | 150200 | 3B | ETHNIC | 昆都仑区示例路 14 号 | |
  示例辽海附属第一医院 | 210100 | 3A | GENERAL | 和平区示例北街 155 号 | LH | 辽海一院
  示例星湾医院 | 210200 | 3A | GENERAL | 沙河口区示例路 467 号 | H | 星湾
  示例松江大学第一医院 | 220100 | 3A | GENERAL | 朝阳区示例大街 71 号 | LH | 松江一院
  示例冰城肿瘤医院 | 230100 | 3A | SPECIALISED | 南岗区示例路 150 号 | LH | 冰城肿瘤
  示例浦江胸科医院 | 310100 | 3A | SPECIALISED | 长宁区示例西路 241 号 | LH | 浦江胸科
  示例皮肤病医院 | 310100 | 3A | SPECIALISED | 静安区示例北路 1278 号 | H | 皮肤病院
  示例申城心血管病医院 | 310100 | 3A | SPECIALISED | 虹口区示例路 389 号 | HQ | 申城心血管
  示例金陵鼓楼医院 | 320100 | 3A | GENERAL | 鼓楼区示例路 321 号 | LHQ | 金陵
  示例太湖人民医院 | 320200 | 3A | GENERAL | 梁溪区示例路 299 号 | LH | 太湖人民
  示例彭城中心医院 | 320300 | 3B | GENERAL | 泉山区示例南路 199 号 | H |
  示例吴门医院 | 320500 | 3A | GENERAL | 姑苏区示例路 899 号 | L | 吴门
  示例之江医院 | 330100 | 3A | GENERAL | 上城区示例春路 79 号 | LHQ | 之江
  示例甬江医院 | 330200 | 3B | GENERAL | 海曙区示例街 59 号 | H | 甬江
  示例瓯海眼视光医院 | 330300 | 3A | SPECIALISED | 鹿城区示例西路 270 号 | H | 瓯海眼视光
  示例江淮附属医院 | 340100 | 3A | GENERAL | 蜀山区示例路 218 号 | LH | 江淮附院
  示例八闽协作医院 | 350100 | 3A | GENERAL | 鼓楼区示例路 29 号 | LH | 八闽
  示例鹭岛心脏医院 | 350200 | 3A | SPECIALISED | 湖里区示例路 2999 号 | HQ | 鹭岛心脏
  示例赣江第一附属医院 | 360100 | 3A | GENERAL | 东湖区示例正街 17 号 | H | 赣江一附
  示例齐鲁泉城医院 | 370100 | 3A | GENERAL | 历下区示例西路 107 号 | LH | 泉城
  示例胶州湾医院 | 370200 | 3A | GENERAL | 市南区示例路 16 号 | HQ | 胶州湾
  示例中原肿瘤医院 | 410100 | 3A | SPECIALISED | 金水区示例路 127 号 | LH | 中原肿瘤
  示例洛水中心医院 | 410300 | 3B | GENERAL | 西工区示例中路 288 号 | H |
  示例江城同和医院 | 420100 | 3A | GENERAL | 硚口区示例大道 1095 号 | LHQ | 同和
  示例楚天皮肤病防治院 | 420100 | 2A | SPECIALISED | 武昌区示例路 64 号 | H |
  示例湘雅里医院 | 430100 | 3A | GENERAL | 开福区示例路 87 号 | LHQ | 湘雅里
  示例衡山人民医院 | 430400 | 2A | GENERAL | 雁峰区示例路 35 号 | |
  示例羊城附属第三医院 | 440100 | 3A | GENERAL | 天河区示例路 600 号 | LHQ | 羊城三院
  示例鹏湾医院 | 440300 | 3A | GENERAL | 罗湖区示例北路 1017 号 | Q | 鹏湾
  示例鹏湾心血管介入中心 | 440300 | 3A | SPECIALISED | 南山区示例路 12 号 | Q | 鹏湾介入
  示例邕江医院 | 450100 | 3A | GENERAL | 青秀区示例路 6 号 | H | 邕江
  示例椰城医院 | 460100 | 3A | GENERAL | 秀英区示例路 19 号 | H |
  示例山城大坪医院 | 500100 | 3A | GENERAL | 渝中区示例支路 10 号 | LH | 大坪
  示例华西坝医院 | 510100 | 3A | GENERAL | 武侯区示例巷 37 号 | LHQ | 华西坝
  示例锦官肿瘤医院 | 510100 | 3A | SPECIALISED | 武侯区示例南路 55 号 | LH | 锦官肿瘤
  示例黔灵医院 | 520100 | 3A | GENERAL | 云岩区示例街 28 号 | H | 黔灵
  示例春城第一医院 | 530100 | 3A | GENERAL | 五华区示例路 295 号 | H | 春城一院
  示例雪域人民医院 | 540100 | 3B | GENERAL | 城关区示例北路 18 号 | |
  示例长安西京医院 | 610100 | 3A | GENERAL | 新城区示例西路 127 号 | LHQ | 长安
  示例金城医院 | 620100 | 3A | GENERAL | 城关区示例西路 1 号 | H | 金城
  示例河湟医院 | 630100 | 3B | GENERAL | 城西区示例路 29 号 | |
  示例塞上总医院 | 640100 | 3A | GENERAL | 兴庆区示例街 804 号 | H | 塞上
  示例天山附属医院 | 650100 | 3A | GENERAL | 新市区示例路 137 号 | LH | 天山附院
  示例康衡社区卫生服务中心 | 310100 | 1 | COMMUNITY | 闵行区示例路 3 号 | H | 康衡社区
  示例精衡医学检验实验室 | 320500 | NONE | LAB | 吴中区示例园 5 幢 | L | 精衡（中心实验室）
  `,
)

/**
 * Adds sites of all parts of the country, and those of them that demonstration tenants have chosen. Needs tenants, regions
 * and dictionaries in place; must run as the platform.
 */
export async function addNationwideSites(trx: Trx): Promise<void> {
  const sites = nationwideSites.map((site) => ({ ...site, id: uuidv7() }))
  await trx
    .insertInto('site')
    .values(
      sites.map(({ id, siteName, cityId, level, type, address }, index) => ({
        id,
        siteName,
        countryId: 'CN',
        provinceId: `${cityId.slice(0, 2)}0000`,
        cityId,
        levelId: globalEntryId(categories.siteLevel, level),
        typeId: globalEntryId(categories.siteType, type),
        address,
        isUserAdd: level === '3A' ? 0 : 1,
        createdAt: daysAgo(700 - index),
      })),
    )
    .execute()
  for (const tenant of demoTenants) {
    const tenantId = await newTenantId(trx, tenant)
    const rows = sites
      .filter(({ chosenBy }) => chosenBy.includes(tenant.key.charAt(0).toUpperCase()))
      .map(({ id: siteId, siteName, nickName }, index) => {
        const place = { tenantId, id: uuidv7(), siteId, siteName }
        return { ...place, nickName: nickName || siteName, createdAt: daysAgo(600 - 5 * index) }
      })
    await trx.insertInto('tenantSite').values(rows).execute()
  }
}
