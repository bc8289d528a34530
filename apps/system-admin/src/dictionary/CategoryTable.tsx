import type { Category } from '@atrium/contract'
import {
  type Column,
  chosenRow,
  EmptyState,
  ListCard,
  RowChoice,
  StatusTag,
  useLocalList,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'

export interface CategoryTableProps {
  /** Undefined until the response arrives. */
  readonly categories: readonly Category[] | undefined
  /** Code of the selected category. */
  readonly chosen: string
  readonly onChoose: (code: string) => void
  readonly onRefresh: () => unknown
}

type Row = Category & { readonly id: string }

const filters = { isTenant: '' }

/** Lists the categories. Selecting one shows its entries. */
export function CategoryTable({ categories, chosen, onChoose, onRefresh }: CategoryTableProps) {
  const t = useSystemText()
  const rows = useMemo(
    () => categories?.map((category) => ({ ...category, id: category.code })),
    [categories],
  )
  const list = useLocalList(
    { rows, retry: onRefresh },
    { name: 'dictionary.categories', filters, start: chosen, size: 20 },
  )
  const columns = useMemo<readonly Column<Row>[]>(() => {
    const ownership = (isTenant: boolean) => t(isTenant ? 'dictionary.perTenant' : 'dictionary.shared')
    return [
      {
        key: 'desc',
        title: t('dictionary.category'),
        width: 150,
        always: true,
        render: ({ code, desc }) => (
          <RowChoice name={desc} chosen={code === chosen} onChoose={() => onChoose(code)} />
        ),
      },
      {
        key: 'isTenant',
        title: t('dictionary.ownership'),
        width: 108,
        filter: {
          choices: [false, true].map((value) => ({ value: String(value), label: ownership(value) })),
        },
        render: ({ isTenant }) => (
          <StatusTag tone={isTenant ? 'info' : 'plain'}>{ownership(isTenant)}</StatusTag>
        ),
      },
    ]
  }, [t, chosen, onChoose])
  return (
    <ListCard
      name="dictionary.categories"
      label={t('dictionary.categories')}
      heading={t('dictionary.categories')}
      list={list}
      compact
      columns={columns}
      rowClassName={({ code }) => chosenRow(code === chosen)}
      empty={<EmptyState title={t('dictionary.categories')} />}
    />
  )
}
