import { remarks } from './remarks.ts'
import type { NewAccount } from './seed.ts'
import type { RunningServer } from './start-server.ts'

/** Columns that a text takes on a terminal, where a Chinese character takes two. */
const columns = (text: string) =>
  [...text].reduce((sum, char) => sum + (/\p{Script=Han}|[（）：，]/u.test(char) ? 2 : 1), 0)

const row = (label: string, value: string) =>
  `  ${label}${' '.repeat(Math.max(1, 26 - columns(label)))}${value}`

/** The passwords that were made now, in both languages. */
export function announceAccounts(accounts: readonly NewAccount[]): string {
  const lines = ['', '密码仅显示这一次，请妥善保存 / Passwords, shown only this once:']
  for (const { userName, password, tenantName } of accounts) {
    lines.push(row(userName, `${password}${tenantName ? `  ${tenantName}` : ''}`))
  }
  return [...lines, ''].join('\n')
}

/** What a start prints, in both languages: where the suite is, and what there is to say of its settings. */
export function announce({ address, administrator, remarks: found }: RunningServer): string {
  const lines = ['', 'Atrium 已启动 / Atrium is running', row('地址 / Address', address)]
  lines.push(row('管理员 / Administrator', administrator))
  if (found.length > 0) lines.push('')
  for (const remark of found) lines.push(`  ${remarks[remark]}`)
  return [...lines, ''].join('\n')
}
