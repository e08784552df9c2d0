import { AGE_SLIDER_MAX, DISTANCE_MAX, DISTANCE_MIN, DISTANCE_STEP } from '@barkyard/domain/sniff'
import { RangeSlider, Slider } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { distanceText, useUnits } from '../../../lib/distance.ts'
import { ageEndText, ageRangeText } from '../../../lib/sniff-words.ts'
import classes from './filters.module.css'

const look = {
  label: null,
  size: 8,
  thumbSize: 30,
  classNames: { track: classes.track ?? '', thumb: classes.thumb ?? '' },
  styles: {
    root: { height: 'var(--target)', paddingInline: 15, justifyContent: 'center', forcedColorAdjust: 'none' },
    trackContainer: { height: 'var(--target)' },
  },
} as const

const Field = ({
  title,
  value,
  ends,
  children,
}: Record<'title' | 'value', string> & { ends: [string, string]; children: ReactNode }) => (
  <div className="stack-4">
    <div className="between center row-8">
      <h3 className="label">{title}</h3>
      <output className="quiet text-small tabular">{value}</output>
    </div>
    {children}
    <div className="between line quiet text-tag" style={{ marginTop: -8 }} aria-hidden="true">
      <span>{ends[0]}</span>
      <span>{ends[1]}</span>
    </div>
  </div>
)

interface SliderProps<T> {
  value: T
  onMove: (value: T) => void
  onRelease: (value: T) => void
}

export function DistanceSlider({ value, onMove, onRelease }: SliderProps<number>) {
  const units = useUnits()
  const inUnits = (km: number) => distanceText(km, units)
  return (
    <Field title="Distance" value={`Up to ${inUnits(value)}`} ends={[inUnits(DISTANCE_MIN), inUnits(DISTANCE_MAX)]}>
      <Slider
        {...look}
        min={DISTANCE_MIN}
        max={DISTANCE_MAX}
        step={DISTANCE_STEP}
        value={value}
        onChange={onMove}
        onChangeEnd={onRelease}
        thumbLabel="Distance"
        thumbValueText={km => `Up to ${inUnits(km)}`}
      />
    </Field>
  )
}

const YOUNGEST = 'Youngest age'

export function AgeSlider({ value, onMove, onRelease }: SliderProps<readonly [number, number]>) {
  const [min, max] = value
  // Home and End, which Mantine's range slider lacks: up to the other thumb, or to the end.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    const isHome = event.key === 'Home'
    const isYoungest = event.target instanceof Element && event.target.ariaLabel === YOUNGEST
    onRelease(isYoungest ? [isHome ? 0 : max, max] : [min, isHome ? min : AGE_SLIDER_MAX])
  }
  return (
    <Field title="Age" value={ageRangeText(value)} ends={['0', `${AGE_SLIDER_MAX}+ years`]}>
      <RangeSlider
        {...look}
        min={0}
        max={AGE_SLIDER_MAX}
        step={1}
        minRange={0}
        value={[min, max]}
        onChange={onMove}
        onChangeEnd={onRelease}
        onKeyDown={onKeyDown}
        thumbFromLabel={YOUNGEST}
        thumbToLabel="Oldest age"
        thumbValueText={ageEndText}
      />
    </Field>
  )
}
