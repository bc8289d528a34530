import { type Call, type studyUserExtend, tenantUserExtend } from '@atrium/contract'
import { profile, useContractText, useLanguage } from '@atrium/shared-api'
import { Form } from '../base/arco.ts'
import { deploymentDay } from '../base/instant.ts'
import { listNames } from '../base/product-names.ts'
import { fieldOf } from '../form/Field.tsx'
import { RadioChoice } from '../form/RadioChoice.tsx'
import { EntityDialog } from '../overlay/EntityDialog.tsx'
import type { EntityDialogState } from '../overlay/use-entity-dialog.ts'
import { useKitText } from '../texts/index.ts'
import { DateInput } from './DateInput.tsx'
import type { Extension } from './extension.ts'

/** Returns whose access is extended, if it is only one person. */
const historyIn =
  (entity: string) =>
  ({ ids: [id = '', ...others], names: [name = ''] }: Extension) =>
    others.length === 0 ? { entity, entityId: id, name } : undefined

/** Number of people that the dialog names. */
const maxNames = 5

const Field = fieldOf(tenantUserExtend)

/** Names the people whose access is extended, or counts them if they are many. */
function People({ ids, names }: Pick<Extension, 'ids' | 'names'>) {
  const t = useKitText()
  const language = useLanguage()
  const shown = listNames(language, names.slice(0, maxNames))
  const total = { count: ids.length, names: shown }
  if (names.length === 0) return t('period.extend.count', total)
  return ids.length > Math.min(names.length, maxNames) ? t('period.extend.some', total) : shown
}

/** Fields for a last day, or for no end. */
function LastDay() {
  const t = useKitText()
  const { form } = Form.useFormContext()
  const unlimited = Form.useWatch('unlimited', form) === true
  const choices = [
    { value: false, label: t('period.extend.day') },
    { value: true, label: t('period.extend.never') },
  ]
  return (
    <>
      <Field name="unlimited">
        <RadioChoice choices={choices} />
      </Field>
      {!unlimited && (
        <Field name="accessUntil" required extra={t('period.extend.hint', { zone: profile().timeZone })}>
          <DateInput earliest={deploymentDay()} />
        </Field>
      )}
    </>
  )
}

export interface ExtendDialogProps {
  /** Opened by `edit` with the result of `extensionOf`. */
  readonly state: EntityDialogState<Extension>
  readonly call: typeof tenantUserExtend | typeof studyUserExtend
  readonly tenantId: string
  readonly refreshes: readonly Call[]
  readonly onSaved?: () => void
}

/** Changes the last day of memberships or authorizations, all in one act. */
export function ExtendDialog({ state, call, tenantId, refreshes, onSaved }: ExtendDialogProps) {
  const t = useKitText()
  const word = useContractText()
  const { ids = [], names = [] } = state.subject?.values ?? {}
  const title = t('period.extend.title')
  return (
    <EntityDialog
      state={state}
      call={call}
      name={title}
      title={title}
      width={480}
      history={historyIn(call === tenantUserExtend ? 'tenant_user' : 'study_user')}
      ok={t('period.extend.action')}
      tenantId={tenantId}
      refreshes={refreshes}
      done={() => word('period.done.extended')}
      onSaved={onSaved}
    >
      <p className="extension-people">
        <People ids={ids} names={names} />
      </p>
      <LastDay />
    </EntityDialog>
  )
}
