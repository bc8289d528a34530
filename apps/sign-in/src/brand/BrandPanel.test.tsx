import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { arms, BrandPanel, visits } from './BrandPanel.tsx'

describe('brand panel', () => {
  it('shows its children, and hides its picture from screen readers', () => {
    const { container } = render(<BrandPanel>Atrium</BrandPanel>)
    expect(screen.getByRole('complementary').textContent).toBe('Atrium')
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('draws the visits of both arms', () => {
    const { container } = render(<BrandPanel />)
    expect(container.querySelectorAll('.brand-arm')).toHaveLength(arms.length)
    expect(container.querySelectorAll('.brand-visit')).toHaveLength(visits.length + 1)
  })
})
