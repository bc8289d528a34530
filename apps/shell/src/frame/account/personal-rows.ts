import type { ContactKind, UserInfo } from '@atrium/contract'
import type { Text } from '@atrium/shared-api'
import { languageNames } from '@atrium/ui-kit'
import type { ReactNode } from 'react'

type AccountText = Text<'account'>

/** Returns the choices of sex by wire value. */
export const sexes = (t: AccountText) => [
  { value: '0', label: t('male') },
  { value: '1', label: t('female') },
]

/**
 * Returns the rows of the personal information as labels and values. A missing value is ''.
 * @param contacts the contacts with their actions
 */
export const personalRows = (
  user: UserInfo,
  t: AccountText,
  contacts: Readonly<Record<ContactKind, ReactNode>>,
) => [
  { label: t('fullName'), value: user.displayName },
  { label: t('userName'), value: user.userName },
  { label: t('roleName'), value: user.roleName },
  { label: t('tenants'), value: user.tenants.map(({ tenantName }) => tenantName).join(', ') },
  { label: t('email'), value: contacts.email },
  { label: t('phone'), value: contacts.phone },
  { label: t('sex'), value: sexes(t).find(({ value }) => value === user.sex)?.label ?? '' },
  { label: t('birthday'), value: user.birthday },
  {
    label: t('region'),
    value: [user.countryName, user.provinceName, user.cityName].filter(Boolean).join(' - '),
  },
  { label: t('language'), value: languageNames[user.language] },
]
