import type { RunningServer } from './start-server.ts'

/** Columns that a text takes on a terminal, where a Chinese character takes two. */
const columns = (text: string) =>
  [...text].reduce((sum, char) => sum + (/\p{Script=Han}|[（）：，]/u.test(char) ? 2 : 1), 0)

const row = (label: string, value: string) =>
  `  ${label}${' '.repeat(Math.max(1, 26 - columns(label)))}${value}`

/** What is said of messages that nothing is configured for. */
const held = {
  email: '未配置 SMTP_URL，邮件暂存待发 / E-mail waits until SMTP_URL is set',
  sms: '未配置 SMS_GATEWAY_URL，短信暂存待发 / SMS wait until SMS_GATEWAY_URL is set',
} as const

/**
 * What a start prints, in both languages: where the suite is, the passwords that were made
 * now, and what is not configured.
 */
export function announce({ address, administrator, accounts, waiting }: RunningServer): string {
  const lines = ['', 'Atrium 已启动 / Atrium is running', row('地址 / Address', address)]
  lines.push(row('管理员 / Administrator', administrator))
  if (accounts.length > 0) lines.push('', '密码仅显示这一次，请妥善保存 / Passwords, shown only this once:')
  for (const { userName, password, tenantName } of accounts) {
    lines.push(row(userName, `${password}${tenantName ? `  ${tenantName}` : ''}`))
  }
  if (waiting.length > 0) lines.push('')
  for (const kind of waiting) lines.push(`  ${held[kind]}`)
  return [...lines, ''].join('\n')
}
