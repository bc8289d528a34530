import { Button, Message } from '@arco-design/web-react'
import type { Call } from '@atrium/contract'
import { type ReactNode, useId } from 'react'
import { refresh } from '../base/query.ts'
import { SchemaForm } from '../form/SchemaForm.tsx'
import type { Thing } from '../history/context.ts'
import { HistoryButton } from '../history/HistoryButton.tsx'
import { ReasonFields } from '../reason/ReasonFields.tsx'
import { useKitText } from '../texts/index.ts'
import { ConflictButtons, ConflictView, type ShowValue } from './ConflictView.tsx'
import { useEntityForm } from './use-entity-form.ts'
import { useDiscardGuard } from './use-leave-guard.ts'

interface EntityPageProps<C extends Call> {
  /** The saving call, whose request defines the rules of the fields. */
  readonly call: C
  /** The record as loaded, including its version. */
  readonly values: object
  /** The record as the audit trail knows it. */
  readonly history: Thing
  /** Calls whose results change with a save. */
  readonly refreshes: readonly Call[]
  /** Functions that show values that are not text in a conflict, by field. */
  readonly show?: ShowValue<C>
  /** Tenant of the record, if its values do not name it. */
  readonly tenantId?: string | undefined
  /** Called before anything is sent. Returns whether the input may be saved. */
  readonly mayBeSaved?: (values: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>
  /** Fields of the call, see `fieldOf`. */
  readonly children: ReactNode
}

function EntityPageForm<C extends Call>(props: EntityPageProps<C>) {
  const { call, values, history, refreshes, show = {}, tenantId, mayBeSaved, children } = props
  const t = useKitText()
  const id = useId()
  const entity = useEntityForm(call, { subject: { mode: 'edit', values }, mayBeSaved, tenantId }, () => {
    Message.success(t('dialog.editSucceeded'))
    void refresh(...refreshes)
  })
  const conflict = entity.changes.length > 0
  useDiscardGuard(true, entity.isDirty, 'dialog.leaveQuestion')
  const undo = () => {
    entity.form.resetFields()
    entity.reason.clear()
  }
  return (
    <div className="card entity-page">
      {conflict && (
        <ConflictView changes={entity.changes} area={call.area} yours={entity.entered()} show={show} />
      )}
      {entity.problem && (
        <p className="dialog-problem" role="alert">
          {entity.problem}
        </p>
      )}
      <div hidden={conflict}>
        <SchemaForm
          id={id}
          schema={call.request}
          area={call.area}
          form={entity.form}
          initialValues={values}
          onSubmit={entity.submit}
        >
          {children}
        </SchemaForm>
      </div>
      {!conflict && <ReasonFields state={entity.reason} />}
      <div className="entity-page-buttons">
        {conflict ? (
          <ConflictButtons {...entity} />
        ) : (
          <>
            <Button type="primary" htmlType="submit" form={id} loading={entity.busy}>
              {t('dialog.save')}
            </Button>
            <Button disabled={entity.busy} onClick={undo}>
              {t('dialog.undo')}
            </Button>
            <HistoryButton {...history} />
          </>
        )}
      </div>
    </div>
  )
}

/**
 * The form of a page about a single record. It saves in the same way as an `EntityDialog`, and warns before the user
 * leaves the page with unsaved changes. Each loaded version starts with a fresh form.
 */
export function EntityPage<C extends Call>(props: EntityPageProps<C> & { readonly version: number }) {
  const { version, ...form } = props
  return <EntityPageForm key={version} {...form} />
}
