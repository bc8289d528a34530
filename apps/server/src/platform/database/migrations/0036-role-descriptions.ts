import { type Kysely, sql } from 'kysely'

/** What the delivered roles are described as, unless somebody has described them otherwise. */
const delivered = [
  [
    'platform-administrator',
    '管理全部租户与平台设置',
    'Manages all tenants and the settings of the platform',
  ],
  ['ordinary-user', '仅可登录，不含任何管理菜单', 'Can sign in, without any menu of administration'],
  [
    'tenant-administrator',
    '管理所属租户的中心、用户与研究',
    'Manages the sites, users and studies of their tenant',
  ],
] as const

/** Roles are described in English too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role add column description_en text not null default ''`.execute(db)
  for (const [id, description, english] of delivered)
    await sql`update role set description_en = ${english} where id = ${id} and description = ${description}`.execute(
      db,
    )
}
