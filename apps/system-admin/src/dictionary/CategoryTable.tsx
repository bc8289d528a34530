import type { Category } from '@atrium/contract'
import {
  CardTitle,
  type Column,
  chosenRow,
  DataTable,
  EmptyState,
  RowChoice,
  StatusTag,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import type { CategoryChoiceProps } from './CategoryChoice.tsx'

type Row = Category & { readonly id: string }

/** The table of categories; choosing one shows its entries. */
export function CategoryTable({ categories, chosen, onChoose }: CategoryChoiceProps) {
  const t = useSystemText()
  const rows = useMemo(
    () => categories?.map((category) => ({ ...category, id: category.code })),
    [categories],
  )
  const columns = useMemo<readonly Column<Row>[]>(
    () => [
      {
        key: 'desc',
        title: t('dictionary.category'),
        width: 160,
        render: ({ code, desc }) => (
          <RowChoice name={desc} chosen={code === chosen} onChoose={() => onChoose(code)} />
        ),
      },
      {
        key: 'isTenant',
        title: t('dictionary.ownership'),
        width: 96,
        render: ({ isTenant }) => (
          <StatusTag tone={isTenant ? 'info' : 'plain'}>
            {t(isTenant ? 'dictionary.perTenant' : 'dictionary.shared')}
          </StatusTag>
        ),
      },
    ],
    [t, chosen, onChoose],
  )
  return (
    <div className="card">
      <CardTitle>{t('dictionary.categories')}</CardTitle>
      <DataTable
        name="dictionary.categories"
        label={t('dictionary.categories')}
        columns={columns}
        rows={rows}
        rowClassName={({ code }) => chosenRow(code === chosen)}
        empty={<EmptyState title={t('dictionary.categories')} />}
      />
    </div>
  )
}
