import { defaultApiPaths, domainCombobox, studyLinkSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { useIsPlatform } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { type LookupProps, LookupSelect, useCall } from '@atrium/ui-kit/pickers'
import { useStudyText } from '../texts/index.ts'
import { type LinkToSave, linkLists } from './useStudyLinkActions.ts'

const Field = fieldOf(studyLinkSave)

/** Whose domain of which product. */
interface Place {
  readonly tenantId: string
  readonly softwareId: string
}

const useDomains = (place: Place) => {
  const { data, isError } = useCall(domainCombobox, place)
  return { domains: data?.map(({ code, desc }) => ({ value: code, label: desc })), isError }
}

/** A select of a tenant's domains of a product, or what to do where it has none. */
function DomainSelect({ tenantId, softwareId, ...lookup }: LookupProps & Place) {
  const t = useStudyText()
  const { domains, isError } = useDomains({ tenantId, softwareId })
  const isPlatform = useIsPlatform(domainCombobox)
  if (domains?.length === 0) {
    return (
      <p className="software-notice" role="alert">
        {t('software.noDomain')}
        {isPlatform && t('software.noDomainHint')}
      </p>
    )
  }
  return <LookupSelect {...lookup} choices={domains} failed={isError} />
}

/** A domain by its name, for a conflict. */
function DomainName({ id, ...place }: Place & { readonly id: string }) {
  return useDomains(place).domains?.find(({ value }) => value === id)?.label ?? id
}

/** Links a study with a product at one of its tenant's domains, or changes the link. */
export function StudyLinkDialog({ state }: { readonly state: EntityDialogState<LinkToSave> }) {
  const t = useStudyText()
  const {
    studyName = '',
    softName = '',
    refusal = '',
    tenantId = '',
    softId = '',
  } = state.subject?.values ?? {}
  const place = { tenantId, softwareId: softId }
  const show: ShowValue<typeof studyLinkSave> = { tenantUrlId: (id) => <DomainName id={id} {...place} /> }
  return (
    <EntityDialog
      state={state}
      call={studyLinkSave}
      name={t('software.link', { software: softName })}
      width={500}
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
        <DomainSelect {...place} />
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

/** The study that the dialog is about, by its name. */
const StudyName = ({ id, name }: { readonly id?: string; readonly name: string }) => (
  <Input id={id} value={name} disabled />
)
