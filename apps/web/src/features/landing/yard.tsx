import classes from './yard.module.css'

/** None behind text, whatever the width of the window. */
const STARS = [
  [180, 70],
  [360, 150],
  [420, 40],
  [560, 96],
  [700, 26],
  [1000, 22],
  [1150, 14],
  [1330, 24],
  [1440, 52],
  [1700, 40],
  [1780, 150],
  [1890, 84],
  [2080, 50],
  [2260, 120],
] as const

const TUFTS = [
  [330, 520],
  [760, 560],
  [905, 498],
  [1130, 572],
  [1290, 520],
  [1660, 566],
  [1985, 512],
] as const

const cloud = 'M0 40a30 30 0 0 1 34-30 44 44 0 0 1 82-4 34 34 0 0 1 58 16 24 24 0 0 1 6 47H22A24 24 0 0 1 0 40Z'

/** The yard behind the hero: sky, hills, fence and lawn; by night with moon, stars and lamps. 2,400 wide, cut to fit. */
export const Yard = () => (
  <svg className={classes.yard} viewBox="0 0 2400 600" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <defs>
      <pattern id="fence" width="46" height="130" patternUnits="userSpaceOnUse" y="352">
        <path className={classes.rail} d="M0 38h46v12H0zM0 92h46v12H0z" />
        <path className={classes.picket} d="M6 14q0-4 3-6l9-7q5-3 10 0l9 7q3 2 3 6v116H6z" />
      </pattern>
    </defs>
    <g className={classes.day}>
      <circle className={classes.halo} cx="1560" cy="130" r="112" />
      <circle className={classes.sun} cx="1560" cy="130" r="66" />
      <path className={classes.cloud} d={cloud} transform="translate(1690 92) scale(1.15)" />
      <path className={classes.cloud} d={cloud} transform="translate(1396 34) scale(.7)" />
      <path className={classes.cloud} d={cloud} transform="translate(420 86)" />
      <path className={classes.cloud} d={cloud} transform="translate(2080 160)" />
    </g>
    <g className={classes.night}>
      {STARS.map(([x, y]) => (
        <circle key={x} className={classes.star} cx={x} cy={y} r="2.4" />
      ))}
      <circle className={classes.halo} cx="1560" cy="130" r="104" />
      <circle className={classes.sun} cx="1560" cy="130" r="56" />
    </g>
    <path className={classes.farHill} d="M0 372q260-92 560-36t620-16 560-28 660 60v160H0Z" />
    <path className={classes.nearHill} d="M0 410q320-70 700-16t760-20 940 20v140H0Z" />
    <g className={classes.tree}>
      <path d="M196 410v-90h22v90z" className={classes.trunk} />
      <circle cx="207" cy="270" r="78" />
      <circle cx="150" cy="312" r="52" />
      <circle cx="268" cy="310" r="56" />
      <path d="M2010 410v-110h24v110z" className={classes.trunk} />
      <circle cx="2022" cy="236" r="92" />
      <circle cx="1952" cy="290" r="60" />
      <circle cx="2094" cy="286" r="64" />
    </g>
    <rect x="0" y="352" width="2400" height="120" fill="url(#fence)" />
    <path
      className={`${classes.night} ${classes.wire}`}
      d="M0 336q150 44 300 0t300 0 300 0 300 0 300 0 300 0 300 0 300 0"
    />
    <g className={classes.night}>
      {Array.from({ length: 33 }, (_, lamp) => lamp * 75).map(x => (
        <circle
          key={x}
          className={classes.lamp}
          cx={x}
          cy={336 + (x % 150 === 0 ? (x % 300 === 0 ? 2 : 22) : 17)}
          r="6"
        />
      ))}
    </g>
    <path className={classes.lawn} d="M0 452q420-30 860-12t820-6 720 8v158H0Z" />
    <path className={classes.stripe} d="M0 512q500-34 1000-12t1400-10v42q-700-22-1300 2T0 548Z" />
    <g className={classes.tuft}>
      {TUFTS.map(([x, y]) => (
        <path key={x} d={`M${x} ${y}q-2-12-10-18M${x + 4} ${y}q0-14 2-22M${x + 8} ${y}q4-10 12-14`} />
      ))}
    </g>
    <g transform="translate(1010 548)">
      <ellipse cx="0" cy="15" rx="17" ry="4" className={classes.shade} />
      <circle r="15" className={classes.ballFill} />
      <path d="M-13-6Q0 4 7-13M-7 13Q0-1 13 4" className={classes.seam} />
    </g>
  </svg>
)
