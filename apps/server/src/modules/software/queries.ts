import {
  authorizationStyles,
  type authorizationTypes,
  type Option,
  type softwareCombobox,
} from '@atrium/contract'
import { nameIn } from '../../crud/index.ts'
import type { Work } from '../../http/work.ts'

/** Answers the products to choose from, in their own order. */
export const chooseSoftware = ({ trx, language }: Work<typeof softwareCombobox>): Promise<Option[]> =>
  trx
    .selectFrom('software')
    .select(['id as code', nameIn(language, 'software.softwareName').as('desc')])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Answers how users of products can be authorized. */
export const listAuthorizationTypes = async ({ t }: Work<typeof authorizationTypes>): Promise<Option[]> =>
  (['rtsm', 'edc', 'ctms', 'etmf'] as const).map((style) => ({
    code: String(authorizationStyles[style]),
    desc: t(`software.style.${style}`),
  }))
