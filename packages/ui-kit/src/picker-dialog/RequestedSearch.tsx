import { Button, Input } from '@arco-design/web-react'
import { IconSearch } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { KeywordInputProps } from '../list/filters.tsx'
import { useKitText } from '../texts/index.ts'

/** A search field that searches only when Enter or its button is pressed, not while the user types. */
export function RequestedSearch({ placeholder, value, onChange }: KeywordInputProps) {
  const t = useKitText()
  const [typed, type] = useState(value)
  const search = () => onChange(typed.trim())
  return (
    <search className="requested-search">
      <Input
        maxLength={254}
        prefix={<IconSearch />}
        aria-label={placeholder}
        placeholder={placeholder}
        value={typed}
        onChange={type}
        onPressEnter={search}
      />
      <Button disabled={typed.trim() === ''} onClick={search}>
        {t('picking.find')}
      </Button>
    </search>
  )
}
