import { useKitText } from '../../texts/index.ts'
import { type Choice, LookupSelect } from '../LookupSelect.tsx'

export interface TenantSelectProps {
  readonly tenants: readonly Choice[] | undefined
  readonly failed: boolean
  readonly value: string
  readonly onChange: (tenantId: string) => void
}

/** The tenant selector of a page; goes with `useTenantChoice`. */
export function TenantSelect({ tenants, failed, value, onChange }: TenantSelectProps) {
  const t = useKitText()
  return (
    <LookupSelect
      className="scope-select"
      label={t('picker.tenant')}
      choices={tenants}
      failed={failed}
      value={value}
      onChange={onChange}
    />
  )
}
