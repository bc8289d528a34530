import { defaultApiPaths, domainCombobox, studyLinkSave } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { useIsPlatform } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { type LookupProps, LookupSelect } from '@atrium/ui-kit/pickers'
import { useStudyText } from '../texts/index.ts'
import { type LinkToSave, linkLists } from './use-study-link-actions.ts'

const Field = fieldOf(studyLinkSave)

/** Selects one of the tenant's domains for a product. Shows what to do if the tenant has none. */
function DomainSelect({ domains, ...lookup }: LookupProps & Pick<LinkToSave, 'domains'>) {
  const t = useStudyText()
  const shared = useContractText()
  const isPlatform = useIsPlatform(domainCombobox)
  if (domains.length === 0) {
    return (
      <p className="software-notice" role="alert">
        {shared('refusal.tenantWithoutUrl')}
        {isPlatform && (
          <>
            <br />
            {t('software.noDomainHint')}
          </>
        )}
      </p>
    )
  }
  return (
    <LookupSelect {...lookup} choices={domains.map(({ code, desc }) => ({ value: code, label: desc }))} />
  )
}

/** Links a study to a product at one of its tenant's domains, or changes the link. */
export function StudyLinkDialog({ state }: { readonly state: EntityDialogState<LinkToSave> }) {
  const t = useStudyText()
  const { studyName = '', softName = '', refusal = '', domains = [] } = state.subject?.values ?? {}
  const show: ShowValue<typeof studyLinkSave> = {
    tenantUrlId: (id) => domains.find(({ code }) => code === id)?.desc ?? id,
  }
  return (
    <EntityDialog
      state={state}
      call={studyLinkSave}
      name={t('software.link', { software: softName })}
      width={500}
      history={({ id }) => ({
        entity: 'study_url',
        entityId: id,
        name: t('software.thing', { study: studyName, software: softName }),
      })}
      refreshes={linkLists}
      show={show}
    >
      {refusal !== '' && (
        <p className="software-notice" role="alert">
          {refusal}
        </p>
      )}
      <Field name="studyId">
        <StudyName name={studyName} />
      </Field>
      <Field name="tenantUrlId">
        <DomainSelect domains={domains} />
      </Field>
      <Field name="roleApiRequest" extra={t('software.rolesHint')}>
        <Input placeholder={defaultApiPaths.roleApiRequest} />
      </Field>
      <Field name="roleApiResponse" extra={t('software.invitationsHint')}>
        <Input placeholder={defaultApiPaths.roleApiResponse} />
      </Field>
    </EntityDialog>
  )
}

/** Shows the name of the study. */
const StudyName = ({ id, name }: { readonly id?: string; readonly name: string }) => (
  <Input id={id} value={name} disabled />
)
