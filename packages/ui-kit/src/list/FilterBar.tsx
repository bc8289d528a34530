import { Button } from '@arco-design/web-react'
import { IconFilter } from '@arco-design/web-react/icon'
import { type ReactNode, useId, useState } from 'react'
import { useNarrow } from '../base/useNarrow.ts'
import { useKitText } from '../texts/index.ts'

export interface FilterBarProps {
  /** How many filters are set. */
  readonly active: number
  readonly children: ReactNode
}

/** The filters of a list in one row that wraps; on narrow screens it folds away behind a button. */
export function FilterBar({ active, children }: FilterBarProps) {
  const t = useKitText()
  const narrow = useNarrow()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <search className="filter-bar">
      {narrow && (
        <Button
          icon={<IconFilter />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen((before) => !before)}
        >
          {active > 0 ? `${t('list.filters')} (${active})` : t('list.filters')}
        </Button>
      )}
      <div id={id} className="filter-bar-fields" hidden={narrow && !open}>
        {children}
      </div>
    </search>
  )
}
