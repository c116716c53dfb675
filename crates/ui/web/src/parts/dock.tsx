import classes from "./dock.module.css";

/** Drawing of a quay with crane and crates, for empty states. */
export function Dock() {
  return (
    <svg className={classes.dock} viewBox="0 0 160 80" width={160} height={80} aria-hidden>
      {/* quay and water */}
      <path d="M8 62h144M20 62v8M60 62v8M100 62v8M140 62v8" />
      <path d="M8 74c6 0 6-3 12-3s6 3 12 3 6-3 12-3 6 3 12 3 6-3 12-3 6 3 12 3 6-3 12-3 6 3 12 3 6-3 12-3 6 3 12 3 6-3 12-3 6 3 8 3" />
      {/* crane */}
      <path d="M46 62 52 16M64 62 58 16M49 40h12M50 28h10M30 16h82M52 16 55 6 58 16M55 6 30 16M55 6l50 10M30 16v8h10v-8" />
      {/* hook and crates */}
      <path d="M98 16v14M90 30h16v12H90zM98 30v12" />
      <path d="M86 62V48h18v14M104 62V52h16v10M112 52v10M95 48v14" />
    </svg>
  );
}
