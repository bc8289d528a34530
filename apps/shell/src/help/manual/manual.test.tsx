import { MemoryRouter, textsSettled } from '@atrium/shared-api'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import '../texts/index.ts'
import { headingsOf } from './headings.ts'
import { ManualText, manualLink, pictureAddress } from './ManualText.tsx'

beforeEach(() => textsSettled())

const show = async (text: string) => {
  render(
    <MemoryRouter initialEntries={['/version/helpAccount']}>
      <Suspense>
        <ManualText text={text} />
      </Suspense>
    </MemoryRouter>,
  )
  await screen.findByText('end')
}

describe('a manual', () => {
  it('gives headings the ids in their marks, or their positions', () => {
    expect(headingsOf('# Title {#title}\n\n## A *b* {#a-b}\n\n## Plain')).toEqual([
      { id: 'title', depth: 1, text: 'Title' },
      { id: 'a-b', depth: 2, text: 'A b' },
      { id: 'section-3', depth: 2, text: 'Plain' },
    ])
  })

  it('shows headings without the marks', async () => {
    await show('## Sign in {#sign-in}\n\nend')
    expect(screen.getByRole('heading', { level: 2 }).id).toBe('sign-in')
    expect(screen.getByRole('heading').textContent?.trim()).toBe('Sign in')
  })

  it('opens links to manuals in the same tab and others in a new one', async () => {
    await show('[one](common.md#sso) [two](#here) [three](https://example.org) end')
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(hrefs).toEqual([
      '/version/helpCommon?section=sso',
      '/version/helpAccount?section=here',
      'https://example.org',
    ])
    expect(screen.getByText('three').getAttribute('target')).toBe('_blank')
  })

  it('never runs scripts or HTML in the text', async () => {
    await show('<img src=x onerror=alert(1)>\n\n[go](javascript:alert(1))\n\nend')
    expect(document.querySelector('img')).toBeNull()
    expect(document.querySelector('[href^="javascript"]')).toBeNull()
  })
})

it('resolves picture addresses against the served folder', () => {
  expect(pictureAddress('../images/zh/sign-in.png', 'zh')).toBe('/manuals/images/zh/sign-in.png')
  expect(manualLink('unknown.md')).toBeUndefined()
  expect(manualLink('mailto:a@b.cn')).toBeUndefined()
})
