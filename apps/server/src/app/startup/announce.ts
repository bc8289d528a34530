import { existsSync } from 'node:fs'
import type { Profile } from '@atrium/contract'
import type { Config } from '../../platform/config/config.ts'
import { demonstrationOf, isLoopback } from '../../platform/config/demonstration.ts'
import { program, version } from '../../platform/observability/program.ts'
import type { NewAccount } from './seed.ts'

/**
 * Notices about the settings at a start, in both languages: settings that are missing, have no effect, or could be
 * safer.
 */
const notices = {
  email: '未配置 SMTP_URL，邮件暂存待发 / E-mail is queued until SMTP_URL is set',
  sms: '未配置 SMS_GATEWAY_URL，短信暂存待发 / SMS messages are queued until SMS_GATEWAY_URL is set',
  localLinks:
    '邮件中的链接指向本机，他人无法打开，请在 PROFILE 中设置 publicUrl / ' +
    'Links in e-mails point to this machine, so other people cannot open them: set publicUrl in the profile',
  demonstration:
    '本系统可被他人访问，未启用演示数据和演示收件箱，如需启用请设置 DEMO=1 / ' +
    'Other machines can reach this server, so demonstration data and the sandbox are off: set DEMO=1 to enable them',
  owner:
    'DATABASE_URL 是数据库所有者的账号，建议另设专用登录账号（见 docs/operators/database.md）/ ' +
    'DATABASE_URL uses the account of the database owner: a separate login is safer, see docs/operators/database.md',
  newerDatabase:
    '数据库已被新版本升级，本进程仍是旧版本，请尽快完成升级 / ' +
    'A newer version has migrated the database, but this process runs an older version: finish the upgrade soon',
  connections:
    '所有服务器进程的数据库连接数之和可能超过 max_connections（见 docs/operators/scale.md）/ ' +
    'All server processes together may need more connections than max_connections allows, see docs/operators/scale.md',
  administrator:
    `ADMIN_PASSWORD 未生效：管理员账号已存在，重设密码请运行 ${program} admin:password / ` +
    `ADMIN_PASSWORD has no effect because the administrator already exists: run ${program} admin:password to reset the password`,
  ssoSecret:
    'SSO_CLIENT_SECRET 未生效：PROFILE 中未配置 sso / SSO_CLIENT_SECRET has no effect unless the profile has sso',
  filesAway:
    '暂时无法连接 S3_BUCKET 的存储服务，文件无法上传和下载 / ' +
    'The object store of S3_BUCKET is unreachable: files cannot be uploaded or downloaded at the moment',
  filesHere:
    '文件保存在本机，多台服务器请将 FILES_DIR 设为共享文件夹，或设置 S3_BUCKET / ' +
    'Files are stored on this machine: with several servers, set FILES_DIR to a shared folder, or set S3_BUCKET',
  releasesHere:
    '模块版本保存在本机，多台服务器请将 RELEASES_DIR 设为共享文件夹 / ' +
    'Module releases are stored on this machine: with several servers, set RELEASES_DIR to a shared folder',
  metrics:
    'METRICS_PORT 9464 已被其他程序占用，不提供监控指标 / METRICS_PORT 9464 is in use by another program: no metrics are served',
  manuals:
    'MANUALS 文件夹不存在，帮助手册不可用 / The MANUALS folder does not exist: help manuals are unavailable',
} as const

export type Notice = keyof typeof notices

/** Returns the notices about the settings that are known before anything starts. */
export function noticesFor(config: Config, profile: Profile): Notice[] {
  const isSo: Partial<Record<Notice, boolean>> = {
    demonstration: demonstrationOf(config, profile) === 'withheld',
    // Without migrations no owner is needed, and DATABASE_URL may be the login role.
    owner:
      config.DATABASE_URL !== undefined && config.DATABASE_OWNER_URL === undefined && config.MIGRATE === '1',
    ssoSecret: config.SSO_CLIENT_SECRET !== undefined && profile.sso.issuer === '',
    filesHere:
      config.DATABASE_URL !== undefined && config.FILES_DIR === undefined && config.S3_BUCKET === undefined,
    releasesHere: config.DATABASE_URL !== undefined && config.RELEASES_DIR === undefined,
    manuals: !existsSync(config.MANUALS),
    email: config.SMTP_URL === undefined,
    localLinks:
      config.SMTP_URL !== undefined &&
      config.DEMO_MAIL === undefined &&
      isLoopback(new URL(profile.publicUrl).hostname),
    sms: config.SMS_GATEWAY_URL === undefined,
  }
  return Object.keys(notices).filter((notice): notice is Notice => isSo[notice as Notice] === true)
}

/** Returns the width of a text on a terminal, in columns: a Chinese character takes two. */
const columns = (text: string) =>
  [...text].reduce((sum, char) => sum + (/\p{Script=Han}|[（）：，]/u.test(char) ? 2 : 1), 0)

const row = (label: string, value: string) =>
  `  ${label}${' '.repeat(Math.max(1, 26 - columns(label)))}${value}`

const roles: Readonly<Record<NewAccount['role'], string>> = {
  'platform administrator': '平台管理员 / Platform administrator',
  'tenant administrator': '租户管理员 / Tenant administrator',
  'tenant user': '租户用户 / Tenant user',
}

/** Returns the output about new accounts: their passwords by role, in both languages. */
export function announceAccounts(accounts: readonly NewAccount[]): string {
  const lines = ['', '密码仅显示这一次，请妥善保存 / Passwords (shown only once):']
  for (const [role, label] of Object.entries(roles)) {
    const ofRole = accounts.filter((account) => account.role === role)
    if (ofRole.length > 0) lines.push(`  ${label}`)
    for (const { userName, password, tenantName, phone } of ofRole) {
      lines.push(row(`  ${userName}`, [password, phone, tenantName].filter(Boolean).join('  ')))
    }
  }
  return [...lines, ''].join('\n')
}

/** Facts about a started server for its output. */
interface Started {
  readonly address: string
  /** User name of the administrator. */
  readonly administrator: string
  readonly notices: readonly Notice[]
}

/** Returns the output of a start, in both languages: the suite's URL and notices about its settings. */
export function announce({ address, administrator, notices: found }: Started): string {
  const lines = ['', 'Atrium 已启动 / Atrium is running', row('版本 / Version', version)]
  lines.push(row('地址 / Address', address))
  lines.push(row('管理员 / Administrator', administrator))
  if (found.length > 0) lines.push('')
  for (const notice of found) lines.push(`  ${notices[notice]}`)
  return [...lines, ''].join('\n')
}
