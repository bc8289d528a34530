import { jobStatus, jobTypes, softwareCodes } from '@atrium/contract'
import { sql } from 'kysely'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { nextRun } from './scheduler/next-run.ts'

/** Job that is part of every new deployment. */
interface SeededJob {
  readonly jobName: string
  readonly jobNameEn: string
  readonly beanName: string
  readonly methodName: string
  readonly cronExpression: string
  readonly params?: string
  readonly remark: string
}

/** Jobs of every new deployment. They run at night, except for e-mail that people read in the morning. */
const seededJobs: readonly SeededJob[] = [
  {
    jobName: '授权到期提醒',
    jobNameEn: 'Licence expiry reminder',
    beanName: 'licences',
    methodName: 'remind',
    cronExpression: '0 0 9 * * ? *',
    remark: '租户授权到期前 30、7、1 天，以邮件提醒租户管理员',
  },
  {
    jobName: '用户权限到期提醒',
    jobNameEn: 'Access expiry reminder',
    beanName: 'access',
    methodName: 'remind',
    cronExpression: '0 0 9 * * ? *',
    remark: '租户用户、角色和研究授权到期前 14、3 天，以邮件提醒授予权限的人',
  },
  {
    jobName: '访问复核提醒',
    jobNameEn: 'Access review reminder',
    beanName: 'accessReviews',
    methodName: 'remind',
    cronExpression: '0 0 9 * * ? *',
    remark: '访问复核截止前 14、3 天，以邮件提醒尚未完成的复核人；复核人已离开时改派',
  },
  {
    jobName: '审计追踪复核提醒',
    jobNameEn: 'Audit trail review reminder',
    beanName: 'trailReviews',
    methodName: 'remind',
    cronExpression: '0 0 9 * * ? *',
    remark: '审计追踪复核应完成日期前 14、3 天，以邮件提醒复核人',
  },
  {
    jobName: '访问申请提醒',
    jobNameEn: 'Access request reminder',
    beanName: 'accessRequests',
    methodName: 'remind',
    cronExpression: '0 10 * * * ? *',
    remark: '结束过期的访问申请，并以邮件提醒处理人新的申请和 3 天内过期的申请',
  },
  {
    jobName: '培训到期提醒',
    jobNameEn: 'Training expiry reminder',
    beanName: 'trainings',
    methodName: 'remind',
    cronExpression: '0 0 9 * * ? *',
    remark: '研究要求的培训证明到期前 30、7 天，以邮件提醒本人',
  },
  {
    jobName: '短信和邮件记录清理',
    jobNameEn: 'SMS and e-mail log clean-up',
    beanName: 'messages',
    methodName: 'cleanUp',
    cronExpression: '0 30 2 * * ? *',
    remark: '删除已送达或已放弃发送、且超过保留天数的短信和邮件记录',
  },
  {
    jobName: '登录会话清理',
    jobNameEn: 'Session clean-up',
    beanName: 'sessions',
    methodName: 'cleanUp',
    cronExpression: '0 0 3 * * ? *',
    remark: '删除结束后超过保留天数的登录会话',
  },
  {
    jobName: '审计追踪校验',
    jobNameEn: 'Audit trail verification',
    beanName: 'audit',
    methodName: 'verify',
    cronExpression: '0 30 3 * * ? *',
    remark: '校验全部审计追踪是否被篡改；发现问题时执行失败',
  },
  {
    jobName: '软件登录密钥更换',
    jobNameEn: 'Sign-in key replacement',
    beanName: 'openidKeys',
    methodName: 'rotate',
    cronExpression: '0 45 3 * * ? *',
    params: 'days=90',
    remark: '更换已使用 90 天的令牌签名密钥（软件以 OpenID Connect 登录时使用），并删除不再公布的旧密钥',
  },
]

/** Backup job for the embedded database only; other databases have their own backup tools. */
const backupJob: SeededJob = {
  jobName: '数据备份',
  jobNameEn: 'Data backup',
  beanName: 'backups',
  methodName: 'make',
  cronExpression: '0 0 2 * * ? *',
  params: 'keep=7',
  remark: '备份数据库及相关数据，保留最近 7 份',
}

/** The id is the handler's name, so a concurrent insert of the same job is ignored. */
async function addJob(trx: Trx, job: SeededJob, zone: string): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(trx)
  await trx
    .insertInto('job')
    .values({
      ...job,
      id: `${job.beanName}.${job.methodName}`,
      jobGroup: softwareCodes.account,
      jobType: jobTypes.handler,
      status: jobStatus.running,
      nextRunAt: nextRun(job.cronExpression, zone, rows[0]?.now ?? new Date()) ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Adds the jobs of a new deployment, each only once: a deleted job is not added again.
 * @param zone time zone of their schedules
 * @param isEmbedded whether the database is the embedded one
 */
export async function seedJobs(trx: Trx, zone: string, isEmbedded: boolean): Promise<void> {
  const own = await trx
    .selectFrom('software')
    .select('id')
    .where('id', '=', softwareCodes.account)
    .executeTakeFirst()
  if (!own) return
  for (const job of isEmbedded ? [...seededJobs, backupJob] : seededJobs)
    await deliverOnce(trx, { name: `job ${job.beanName}.${job.methodName}`, version: 1 }, () =>
      addJob(trx, job, zone),
    )
}
