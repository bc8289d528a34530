import { existsSync } from 'node:fs'
import type { Profile } from '@atrium/contract'
import { type Config, demonstrationOf } from '../config/index.ts'

/** What a start says of its settings, in both languages: what is missing, has no effect, or could be safer. */
export const remarks = {
  email: '未配置 SMTP_URL，邮件暂存待发 / E-mail waits until SMTP_URL is set',
  sms: '未配置 SMS_GATEWAY_URL，短信暂存待发 / SMS wait until SMS_GATEWAY_URL is set',
  demonstration:
    '本系统可被他人访问，未启用演示数据和演示收件箱，如需启用请设置 DEMO=1 / ' +
    'No demonstration data and no sandbox where others may come: DEMO=1 asks for them',
  owner:
    'DATABASE_URL 是数据库所有者的账号，建议另设专用登录账号（见 docs/operators.md）/ ' +
    'DATABASE_URL is its owner’s: a login of its own is safer, see docs/operators.md',
  administrator:
    'ADMIN_PASSWORD 未生效：管理员账号已存在，重设密码请运行 pnpm admin:password / ' +
    'ADMIN_PASSWORD has no effect, as the administrator exists: pnpm admin:password sets the password anew',
  ssoSecret:
    'SSO_CLIENT_SECRET 未生效：PROFILE 中未配置 sso / SSO_CLIENT_SECRET has no effect without sso in the profile',
  metrics:
    'METRICS_PORT 9464 已被其他程序占用，不提供监控指标 / METRICS_PORT 9464 is taken: no metrics are served',
  manuals:
    'MANUALS 文件夹不存在，帮助手册不可用 / The folder of MANUALS does not exist: there are no manuals',
} as const

export type Remark = keyof typeof remarks

/** What there is to say of the settings before anything is started. */
export function remarksOn(config: Config, profile: Profile): Remark[] {
  const isSo: Partial<Record<Remark, boolean>> = {
    demonstration: demonstrationOf(config, profile) === 'withheld',
    owner: config.DATABASE_URL !== undefined && config.DATABASE_OWNER_URL === undefined,
    ssoSecret: config.SSO_CLIENT_SECRET !== undefined && profile.sso.issuer === '',
    manuals: !existsSync(config.MANUALS),
    email: config.SMTP_URL === undefined,
    sms: config.SMS_GATEWAY_URL === undefined,
  }
  return Object.keys(remarks).filter((remark): remark is Remark => isSo[remark as Remark] === true)
}
