import { type Kysely, sql } from 'kysely'

/** The delivered jobs: id, name, and the English name beside it. */
const jobs = [
  ['licences.remind', '授权到期提醒', 'Licence expiry reminder'],
  ['messages.cleanUp', '短信和邮件记录清理', 'SMS and e-mail log clean-up'],
  ['sessions.cleanUp', '登录会话清理', 'Session clean-up'],
  ['audit.verify', '稽查轨迹校验', 'Audit trail verification'],
  ['backups.make', '数据备份', 'Data backup'],
] as const

/** Gives jobs English names, and spells RTSM's as everything else does, unless somebody has renamed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column job_name_en text not null default ''`.execute(db)
  for (const [id, name, english] of jobs)
    await sql`update job set job_name_en = ${english} where id = ${id} and job_name = ${name}`.execute(db)
  await sql`update software set software_name_en = 'Randomisation and Trial Supply Management (RTSM)'
    where software_name_en = 'Randomization and Trial Supply Management (RTSM)'`.execute(db)
}
