import { type StudySite, studySiteSave } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, Fact, Facts } from '@atrium/ui-kit/overlay'
import { useStudyText } from '../texts/index.ts'
import { studySiteLists } from './SitePicker.tsx'

const Field = fieldOf(studySiteSave)

interface Props {
  readonly state: EntityDialogState<StudySite>
  readonly tenantId: string | undefined
}

/** Adds a site to a study, or changes the study's data about the site. */
export function StudySiteDialog({ state, tenantId }: Props) {
  const t = useStudyText()
  const label = useLabels('studySite')
  const { siteName, levelDesc } = state.subject?.values ?? {}
  return (
    <EntityDialog
      state={state}
      call={studySiteSave}
      name={t('site.name')}
      width={500}
      history={({ id, code, nickName }) => ({
        entity: 'study_site',
        entityId: id,
        name: `${code} ${nickName}`,
      })}
      tenantId={tenantId}
      refreshes={studySiteLists}
    >
      <Facts>
        <Fact label={label('siteName')}>{siteName}</Fact>
        <Fact label={label('levelDesc')}>{levelDesc || '-'}</Fact>
      </Facts>
      <Field name="code" extra={t('site.codeHint')}>
        <Input />
      </Field>
      <Field name="nickName" extra={t('site.nickNameHint')}>
        <Input />
      </Field>
      <Field name="address">
        <Input />
      </Field>
      <Field name="remark">
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}
