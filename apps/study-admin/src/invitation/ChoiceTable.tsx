import { containsFolded } from '@atrium/contract'
import {
  type Column,
  EmptyState,
  KeywordInput,
  ListCard,
  type Selection,
  useLocalList,
  useSelectedCount,
} from '@atrium/ui-kit/list'
import { type ReactNode, useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import type { Choosable } from './choices.ts'

export interface ChoiceTableProps {
  readonly title: string
  /** Unique name within the suite. Columns and page size are stored under this name. */
  readonly name: string
  /** Items to choose from, undefined while they load. */
  readonly rows: readonly Choosable[] | undefined
  readonly selection: Selection
  /** Whether codes are shown below the names, if there is only room for one column. */
  readonly codesBelow?: boolean
  /** Columns after code and name. Must stay the same array while nothing changes. */
  readonly further?: readonly Column<Choosable>[]
  /** Shown if there is nothing to choose. */
  readonly empty: string
  /** Advice for an empty table. */
  readonly emptyHint?: string
  readonly error?: Error | null
  readonly onRefresh: () => unknown
  /** External search. Without it, the table searches the rows itself. */
  readonly search?: { readonly value: string; readonly onChange: (typed: string) => void }
  readonly note?: ReactNode
}

const nameOf = ({ name }: Choosable) => name
const withCode = ({ name, code }: Choosable) => (
  <>
    <span className="choice-name" title={name}>
      {name}
    </span>
    <span className="choice-code">{code}</span>
  </>
)
const noColumns: readonly Column<Choosable>[] = []

/** Returns the rows whose name or code contains the search text. */
function matching(rows: readonly Choosable[], typed: string): readonly Choosable[] {
  if (typed.trim() === '') return rows
  return rows.filter(({ name, code = '' }) => containsFolded(`${name}\n${code}`, typed))
}

/** Shows how many items are chosen, announces the number, and offers a button to deselect all. */
function Chosen({ title, selection }: { readonly title: string; readonly selection: Selection }) {
  const t = useStudyText()
  const count = useSelectedCount(selection)
  return (
    <div className="choice-count">
      <output aria-label={title}>{count > 0 && t('invitation.chosen', { count })}</output>
      {count > 0 && (
        <button
          type="button"
          className="row-action"
          aria-label={t('invitation.clearOf', { title })}
          onClick={selection.clear}
        >
          {t('invitation.clear')}
        </button>
      )}
    </div>
  )
}

/** Card with a searchable, paged table to choose one or more items. The selection persists across pages and searches. */
export function ChoiceTable(props: ChoiceTableProps) {
  const {
    title,
    name,
    rows,
    selection,
    codesBelow = false,
    further = noColumns,
    error = null,
    onRefresh,
    search,
    note,
  } = props
  const t = useStudyText()
  const [typed, type] = useState('')
  const { value, onChange } = search ?? { value: typed, onChange: type }
  const found = useMemo(() => (search ? rows : rows && matching(rows, value)), [search, rows, value])
  const list = useLocalList({ rows: found, error, retry: onRefresh }, { name, about: value })
  const hasCodes = !codesBelow && (rows?.some(({ code }) => code) ?? false)
  const columns = useMemo<readonly Column<Choosable>[]>(
    () => [
      ...(hasCodes
        ? [
            {
              key: 'code',
              title: t('invitation.code'),
              width: 110,
              sortable: true,
              render: ({ code }: Choosable) => code,
            } as const,
          ]
        : []),
      {
        key: 'name',
        title: t('invitation.name'),
        width: 180,
        sortable: true,
        always: true,
        render: codesBelow ? withCode : nameOf,
      },
      ...further,
    ],
    [hasCodes, codesBelow, further, t],
  )
  const selectable = useMemo(() => ({ selection, nameOf }), [selection])
  return (
    <section className="choice-table" aria-label={title}>
      <ListCard
        heading={title}
        headingTools={<Chosen title={title} selection={selection} />}
        label={title}
        name={name}
        list={list}
        columns={columns}
        selectable={selectable}
        compact
        filters={
          <KeywordInput placeholder={t('invitation.searchOf', { title })} value={value} onChange={onChange} />
        }
        tools={note}
        empty={
          value.trim() === '' ? (
            <EmptyState title={props.empty} hint={props.emptyHint} />
          ) : (
            <EmptyState title={t('invitation.noMatch')} hint={t('invitation.noMatchHint')} />
          )
        }
      />
    </section>
  )
}
