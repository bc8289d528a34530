import {
  certificateTypes,
  type InputOf,
  traineeList,
  trainingEvidenceList,
  trainingEvidenceSave,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Button, Form, fieldOf, Input } from '@atrium/ui-kit'
import { deploymentDay } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { DateInput, LookupSelect } from '@atrium/ui-kit/pickers'
import { useRef } from 'react'
import { useTrainingChoices } from './choices.ts'
import { useTrainingText } from './texts/index.ts'

const Field = fieldOf(trainingEvidenceSave)
const refreshes = [trainingEvidenceList, traineeList]

/** What the dialog starts with. */
export type EvidenceValues = Partial<InputOf<typeof trainingEvidenceSave>>

/** Reads a file as base64. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

interface CertificateInputProps {
  readonly onChange?: (content: string) => void
}

/** Chooses the certificate. The server rejects a file that is too large or of another type. */
function CertificateInput({ onChange }: CertificateInputProps) {
  const t = useTrainingText()
  const { form } = Form.useFormContext()
  const picker = useRef<HTMLInputElement>(null)
  const fileName = String(Form.useWatch('fileName', form) ?? '')
  const put = (name: string, content: string) => {
    form.setFieldsValue({ fileName: name })
    onChange?.(content)
  }
  const choose = async (file: File | undefined) => file && put(file.name, await base64Of(file))
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={certificateTypes.join()}
        aria-label={t('evidence.choose')}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <Button onClick={() => picker.current?.click()}>{fileName || t('evidence.choose')}</Button>
      {fileName !== '' && (
        <Button type="text" onClick={() => put('', '')}>
          {t('evidence.remove')}
        </Button>
      )}
    </>
  )
}

interface Props {
  readonly tenantId: string
  readonly state: EntityDialogState<EvidenceValues>
}

/** Records evidence of a training. */
export function EvidenceDialog({ tenantId, state }: Props) {
  const t = useTrainingText()
  const word = useContractText()
  const { trainings, people, failed } = useTrainingChoices(tenantId)
  return (
    <EntityDialog
      state={state}
      call={trainingEvidenceSave}
      name={t('parts.evidence')}
      title={t('evidence.title')}
      width={600}
      history="none"
      refreshes={refreshes}
      tenantId={tenantId}
      done={() => word('training.done.recorded')}
    >
      <Field name="tenantUserId" extra={t('evidence.personHint')}>
        <LookupSelect choices={people} failed={failed} />
      </Field>
      <Field name="trainingId">
        <LookupSelect choices={trainings} failed={failed} />
      </Field>
      <Field name="doneOn">
        <DateInput latest={deploymentDay()} />
      </Field>
      <Field name="expiresOn">
        <DateInput />
      </Field>
      <Field name="certificateNo">
        <Input />
      </Field>
      <Field name="fileName" hidden>
        <Input />
      </Field>
      <Field name="fileContent" extra={t('evidence.fileHint')}>
        <CertificateInput />
      </Field>
    </EntityDialog>
  )
}
