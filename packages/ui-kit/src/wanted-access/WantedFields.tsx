import {
  type AskableOptions,
  type accessRequestApprove,
  type accessRequestAsk,
  authorizationStyles,
  blinding,
  moduleRole,
} from '@atrium/contract'
import { useContractText, useLanguage } from '@atrium/shared-api'
import { type ReactElement, useEffect, useMemo } from 'react'
import { Form } from '../base/arco.ts'
import { nameIn } from '../base/product-names.ts'
import type { FieldName, FieldProps } from '../form/Field.tsx'
import { Input } from '../form/Input.tsx'
import { RadioChoice } from '../form/RadioChoice.tsx'
import { LookupSelect } from '../pickers/LookupSelect.tsx'
import { PeriodFields } from '../pickers/PeriodFields.tsx'
import { ChoiceBoxes } from './ChoiceBoxes.tsx'

/** Fields that both calls have. */
type WantedName = FieldName<typeof accessRequestAsk> & FieldName<typeof accessRequestApprove>

interface WantedFieldsProps {
  /** Field component of the call, see `fieldOf`. */
  readonly of: (props: FieldProps<WantedName>) => ReactElement
  readonly options: AskableOptions
}

type Named = { readonly Id: string; readonly Name: string }
type Small = { readonly id: string; readonly name: string }

/** Returns the choices of what a product offers, with their names in the user's language. */
function useChoices() {
  const language = useLanguage()
  return useMemo(() => {
    const small = (items: readonly Small[]) =>
      items.map(({ id, name }) => ({ value: id, label: nameIn(language, name) || id }))
    const named = (items: readonly Named[]) => small(items.map(({ Id: id, Name: name }) => ({ id, name })))
    return { small, named }
  }, [language])
}

/** Chooses the only item, so that the user need not. */
function useOnly(field: WantedName, ids: readonly string[]): void {
  const { form } = Form.useFormContext()
  const only = ids.length === 1 ? ids[0] : undefined
  useEffect(() => {
    if (only !== undefined) form.setFieldValue(field, only)
  }, [form, field, only])
}

/** Environment and roles in EDC. */
function EdcFields({ of: Field, options }: WantedFieldsProps) {
  const word = useContractText()
  const { named } = useChoices()
  const { Environments = [], RoleInfos = [] } = options.roles
  const isGeneral = ({ FType }: { readonly FType: number }) => FType === moduleRole
  useOnly(
    'environmentId',
    Environments.map(({ Id }) => Id),
  )
  return (
    <>
      <Field name="generalRoleId" label={word('accessRequest.shown.moduleRole')} required>
        <LookupSelect choices={named(RoleInfos.filter(isGeneral))} />
      </Field>
      <div className="field-row">
        <Field name="roleId">
          <LookupSelect choices={named(RoleInfos.filter((role) => !isGeneral(role)))} />
        </Field>
        <Field name="environmentId" required>
          <LookupSelect choices={named(Environments)} />
        </Field>
      </div>
    </>
  )
}

/** Project, role, blinding and depots in RTSM. The product's own statement on a role decides about its blinding. */
function RtsmFields({ of: Field, options }: WantedFieldsProps) {
  const word = useContractText()
  const { small, named } = useChoices()
  const { form } = Form.useFormContext()
  const { List = [] } = options.roles
  useOnly(
    'projectId',
    List.map(({ Id }) => Id),
  )
  const projectId = Form.useWatch('projectId', form)
  const roleId = Form.useWatch('roleId', form)
  const isBlind = Form.useWatch('isBlind', form)
  const project = List.find(({ Id }) => Id === projectId)
  const role = project?.RoleList.find(({ Id }) => Id === roleId)
  const stated = role?.IsBlind ?? undefined
  useEffect(() => {
    if (stated !== undefined) form.setFieldValue('isBlind', stated)
  }, [form, stated])
  const projects = List.map(({ Id: id, ProjectName: name }) => ({ id, name }))
  const depots = project?.StockHouseList ?? []
  return (
    <>
      <div className="field-row">
        <Field name="projectId" required>
          <LookupSelect
            choices={small(projects)}
            onChange={() => form.setFieldsValue({ roleId: '', stockHouseIds: [] })}
          />
        </Field>
        <Field name="roleId">
          <LookupSelect choices={named(project?.RoleList ?? [])} disabled={!project} />
        </Field>
      </div>
      <Field name="isBlind">
        <RadioChoice
          disabled={stated !== undefined}
          choices={[
            { value: blinding.blinded, label: word('accessRequest.shown.blinded') },
            { value: blinding.unblinded, label: word('accessRequest.shown.unblinded') },
          ]}
        />
      </Field>
      {isBlind === blinding.unblinded && (
        <Field name="unblindingReason" required extra={word('accessRequest.shown.secondPerson')}>
          <Input.TextArea rows={2} />
        </Field>
      )}
      {depots.length > 0 && (
        <Field name="stockHouseIds" required={false}>
          <ChoiceBoxes choices={named(depots)} />
        </Field>
      )}
    </>
  )
}

/** Roles in CTMS and eTMF. */
function TrialFields({ of: Field, options }: WantedFieldsProps) {
  const word = useContractText()
  const { small } = useChoices()
  const { tenantRoles = [], studyRoles = [] } = options.roles
  return (
    <div className="field-row">
      <Field name="generalRoleId" label={word('accessRequest.shown.tenantRole')} required>
        <LookupSelect choices={small(tenantRoles)} />
      </Field>
      <Field name="roleId">
        <LookupSelect choices={small(studyRoles)} />
      </Field>
    </div>
  )
}

/** Fields of one role in a study and product, with its sites and period, from what the product offers there. */
export function WantedFields(props: WantedFieldsProps) {
  const { of: Field, options } = props
  const word = useContractText()
  const { small } = useChoices()
  const { roles, sites } = options
  const style = roles.authorizationStyle
  const isRtsm = style === authorizationStyles.rtsm
  const offered =
    style === authorizationStyles.etmf
      ? (roles.sites ?? [])
      : sites.map(({ id, code, name }) => ({ id, name: `${code} ${name}` }))
  const isEdc = style === authorizationStyles.edc
  return (
    <>
      {isEdc && <EdcFields {...props} />}
      {isRtsm && <RtsmFields {...props} />}
      {!isEdc && !isRtsm && <TrialFields {...props} />}
      {offered.length > 0 && (
        <Field
          name="siteIds"
          required={false}
          extra={word(isRtsm ? 'accessRequest.shown.siteOrDepot' : 'accessRequest.shown.noSite')}
        >
          <ChoiceBoxes choices={small(offered)} />
        </Field>
      )}
      <PeriodFields of={Field} from="accessFrom" until="accessUntil" />
    </>
  )
}
