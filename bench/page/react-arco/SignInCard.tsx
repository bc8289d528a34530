import { Button, Form, Input, Tabs } from '@arco-design/web-react'
import type { ReactNode } from 'react'

const required = [{ required: true }]
const post = (fields: unknown) => fetch('/api/sys/login', { method: 'POST', body: JSON.stringify(fields) })

/** A form with an account and one secret: a password or a code. */
function SecretForm({ label, field, children }: { label: string; field: string; children: ReactNode }) {
  return (
    <Form layout="vertical" onSubmit={post}>
      <Form.Item label="Account" field="account" rules={required}>
        <Input autoComplete="username" />
      </Form.Item>
      <Form.Item label={label} field={field} rules={required}>
        {children}
      </Form.Item>
      <Button type="primary" htmlType="submit" long>
        Sign in
      </Button>
    </Form>
  )
}

/**
 * A sign-in page with only the component library: no router, no texts in two languages, no client. The difference to
 * this page is the suite's additional weight.
 */
export function SignInCard() {
  return (
    <main>
      <h1>Sign in</h1>
      <Tabs defaultActiveTab="password">
        <Tabs.TabPane key="password" title="Password">
          <SecretForm label="Password" field="password">
            <Input type="password" autoComplete="current-password" />
          </SecretForm>
        </Tabs.TabPane>
        <Tabs.TabPane key="code" title="Code">
          <SecretForm label="Code" field="code">
            <Input />
          </SecretForm>
        </Tabs.TabPane>
      </Tabs>
    </main>
  )
}
