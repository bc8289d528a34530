import { Form, Input } from '@arco-design/web-react'
import { afterEach, expect, it } from '@jest/globals'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormSection } from './FormSection.tsx'

afterEach(cleanup)

const fieldOf = (name: string) => (
  <Form.Item field={name} label={name} rules={[{ required: true, message: `${name} is missing` }]}>
    <Input />
  </Form.Item>
)

it('opens a folded part when it shows an error, and leaves the others folded', async () => {
  const { container } = render(
    <Form>
      <FormSection title="First" open>
        <span>nothing to enter</span>
      </FormSection>
      <FormSection title="Second" open={false}>
        {fieldOf('sponsor')}
      </FormSection>
      <FormSection title="Third" open={false}>
        <span>nothing to enter</span>
      </FormSection>
      <button type="submit">Send</button>
    </Form>,
  )
  const open = () => [...container.querySelectorAll('details')].map((details) => details.open)
  expect(open()).toEqual([true, false, false])
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(open()).toEqual([true, true, false]))
  expect(screen.getByText('sponsor is missing')).toBeTruthy()
})
