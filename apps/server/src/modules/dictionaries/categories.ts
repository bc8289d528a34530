import type { Category, categoryTypes } from '@atrium/contract'
import { nameIn } from '../../crud/index.ts'
import type { Work } from '../../http/index.ts'

/** Answers the categories of the first level; those of children are reached through their parents. */
export const listCategories = ({ trx, language }: Work<typeof categoryTypes>): Promise<Category[]> =>
  trx
    .selectFrom('dictionaryCategory')
    .select(['code', 'isTenant', 'childCode', 'isParent'])
    .select(nameIn(language, 'categoryName').as('desc'))
    .where('code', 'not in', (eb) => eb.selectFrom('dictionaryCategory as parent').select('parent.childCode'))
    .orderBy('sort')
    .execute()
