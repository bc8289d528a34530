import { fieldKeys, keyAtRunTime, type Translate } from '@atrium/contract'
import type { Names } from './names.ts'
import type { ExportedUser } from './rows.ts'
import type { SheetColumn } from './workbook/index.ts'

/** A column of the workbook: its title, its width in characters, and its text for a user. */
export interface ExportColumn extends SheetColumn {
  readonly textOf: (user: ExportedUser) => string
}

/** The words for the values of a closed set, each looked up once; '' for none. */
const wordsFor = (t: Translate, field: string) => {
  const words = new Map<string | number, string>([['', '']])
  return (value: string | number): string => {
    const word = words.get(value) ?? t(keyAtRunTime(`user.value.${field}.${value}`))
    words.set(value, word)
    return word
  }
}

/**
 * The columns of the export, in the order of the sheet.
 * @param t the contract's texts in the caller's language
 * @param timeZone in which instants are told
 */
export function exportColumns(t: Translate, names: Names, timeZone: string): readonly ExportColumn[] {
  const column = (field: string, width: number, textOf: ExportColumn['textOf']): ExportColumn => ({
    title: t(fieldKeys(field, 'user')),
    width,
    textOf,
  })
  const words = (field: string) => wordsFor(t, field)
  const [verified, status, type] = [words('emailValid'), words('status'), words('userType')]
  const [sex, language] = [words('sex'), words('language')]
  const created = column('createTime', 30, ({ createTime }) => createTime)
  return [
    column('fullName', 20, ({ fullName }) => fullName),
    column('userName', 24, ({ userName }) => userName),
    column('email', 32, ({ email }) => email),
    column('emailValid', 16, ({ email, emailValid }) => (email === '' ? '' : verified(emailValid))),
    column('phone', 20, ({ phone }) => phone),
    column('roleId', 20, ({ roleId }) => names.role(roleId)),
    column('status', 12, (user) => status(user.status)),
    column('userType', 12, ({ userType }) => type(userType)),
    column('sex', 8, (user) => sex(user.sex)),
    column('birthday', 12, ({ birthday }) => birthday ?? ''),
    column('language', 10, (user) => language(user.language)),
    column('countryId', 16, ({ countryId }) => names.region(countryId)),
    column('provinceId', 16, ({ provinceId }) => names.region(provinceId)),
    column('cityId', 16, ({ cityId }) => names.region(cityId)),
    column('org', 16, ({ org }) => org),
    column('remark', 40, ({ remark }) => remark),
    { ...created, title: `${created.title} (${timeZone})` },
  ]
}
