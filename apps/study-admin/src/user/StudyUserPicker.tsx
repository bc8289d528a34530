import {
  type InputOf,
  lookupLimit,
  studyUserSave,
  studyUserUnselected,
  type UnselectedStudyUser,
} from '@atrium/contract'
import { send, useLabels } from '@atrium/shared-api'
import { Button, Form, fieldOf, Message } from '@atrium/ui-kit'
import { type ColumnsOf, EmptyState, refresh } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { PickerField } from '@atrium/ui-kit/picker-dialog'
import { PeriodFields } from '@atrium/ui-kit/pickers'
import { useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { studyUserLists } from './lists.ts'
import { SitesDialog } from './SitesDialog.tsx'
import { type StudyScope, scopesOf } from './scopes.ts'

/** Users to authorize, where and when. */
export type NewAuthorizations = InputOf<typeof studyUserSave>

const Field = fieldOf(studyUserSave)

const nameOf = ({ displayName }: UnselectedStudyUser): string => displayName

function useColumns(): ColumnsOf<typeof studyUserUnselected> {
  const t = useStudyText()
  const label = useLabels('studyUser')
  return useMemo(
    () => [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 140,
        sortable: true,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 160, sortable: true },
      { key: 'email', title: label('email'), width: 220, sortable: true },
      { key: 'phone', title: label('phone'), width: 140 },
      { key: 'roleName', title: t('user.role'), width: 140 },
    ],
    [t, label],
  )
}

interface SitesButtonProps {
  /** Receives what was entered, once it is valid. */
  readonly onPress: (entered: Partial<NewAuthorizations>) => void
}

/** Button of the form that leads to the sites of the study. */
function SitesButton({ onPress }: SitesButtonProps) {
  const t = useStudyText()
  const { form } = Form.useFormContext()
  // The fields show what is missing.
  const press = () => form.validate().then(onPress, () => undefined)
  return <Button onClick={press}>{t('user.pick.sites')}</Button>
}

interface Props {
  readonly scope: StudyScope
  readonly state: EntityDialogState<NewAuthorizations>
}

/** Picks users of the tenant and authorizes them in a scope, or at several sites of its study. */
export function StudyUserPicker({ scope, state }: Props) {
  const t = useStudyText()
  const columns = useColumns()
  const { study, studySiteId } = scope
  const { studyUrlId } = study
  const input = useMemo(() => ({ studyUrlId, studySiteId }), [studyUrlId, studySiteId])
  /** What was entered, while sites are being chosen. */
  const [entered, setEntered] = useState<Partial<NewAuthorizations>>()
  const { tenantUserIds = [] } = entered ?? {}
  const authorize = async (studySiteIds: string[]) => {
    await send(studyUserSave, { ...entered, studyUrlId, tenantUserIds, studySiteIds })
    Message.success(t('user.authorized'))
    setEntered(undefined)
    state.close()
    void refresh(...studyUserLists)
  }
  const sites = useMemo(() => scopesOf([study]).flatMap(({ list }) => list), [study])
  return (
    <>
      <EntityDialog
        state={state}
        call={studyUserSave}
        name={t('user.title')}
        title={t('user.pick.title', { scope: scope.title })}
        ok={t('user.pick.save')}
        width={1000}
        history="none"
        tenantId={study.tenantId}
        refreshes={studyUserLists}
        done={() => t('user.authorized')}
      >
        <Field name="tenantUserIds">
          <PickerField
            call={studyUserUnselected}
            input={input}
            placeholder={t('user.pick.search')}
            name="studyUserUnselected"
            label={t('user.pick.label')}
            columns={columns}
            nameOf={nameOf}
            max={lookupLimit}
            empty={<EmptyState title={t('user.pick.empty')} hint={t('user.pick.emptyHint')} />}
            noMatch={<EmptyState title={t('user.pick.noMatch')} hint={t('user.pick.noMatchHint')} />}
          />
        </Field>
        <div className="study-user-pick-end">
          <PeriodFields of={Field} from="accessFrom" until="accessUntil" />
          <SitesButton onPress={setEntered} />
        </div>
      </EntityDialog>
      {entered && (
        <SitesDialog
          scope={scope}
          sites={sites}
          count={tenantUserIds.length}
          onSave={authorize}
          onClose={() => setEntered(undefined)}
        />
      )}
    </>
  )
}
