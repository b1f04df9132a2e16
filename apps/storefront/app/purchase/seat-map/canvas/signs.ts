type Pen = CanvasRenderingContext2D;
const ROUND = 2 * Math.PI;

/** Adds a circle to the path that is open. */
export function circle(pen: Pen, x: number, y: number, radius: number): void {
  pen.moveTo(x + radius, y);
  pen.arc(x, y, radius, 0, ROUND);
}

/** A person in a wheelchair, within a circle of this radius, in strokes. */
export function wheelchair(pen: Pen, x: number, y: number, radius: number): void {
  const at = (dx: number, dy: number): [number, number] => [x + dx * radius, y + dy * radius];
  pen.beginPath();
  pen.arc(...at(-0.12, -0.58), radius * 0.13, 0, ROUND);
  pen.moveTo(...at(-0.12, -0.36));
  pen.lineTo(...at(-0.08, 0.08));
  pen.lineTo(...at(0.26, 0.08));
  pen.lineTo(...at(0.46, 0.52));
  pen.moveTo(...at(-0.1, -0.14));
  pen.lineTo(...at(0.24, -0.14));
  pen.moveTo(...at(0.2, 0.42));
  pen.arc(...at(-0.12, 0.24), radius * 0.38, 0.5, 4.1);
  pen.lineWidth = Math.max(1, radius * 0.16);
  pen.stroke();
}

/** Two heads: a companion's place. */
export function companion(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath();
  for (const dx of [-0.3, 0.3]) {
    circle(pen, x + dx * radius, y - 0.22 * radius, radius * 0.17);
    pen.moveTo(x + (dx - 0.26) * radius, y + 0.42 * radius);
    pen.arc(x + dx * radius, y + 0.42 * radius, radius * 0.26, Math.PI, 0);
    pen.closePath();
  }
  pen.fill();
}

/** A cut across the place: not all of the stage is seen from it. */
export function cut(pen: Pen, x: number, y: number, radius: number): void {
  pen.moveTo(x - radius, y + radius * 0.25);
  pen.lineTo(x + radius * 0.25, y - radius);
}

export function tick(pen: Pen, x: number, y: number, radius: number): void {
  pen.moveTo(x - radius * 0.42, y + radius * 0.02);
  pen.lineTo(x - radius * 0.1, y + radius * 0.34);
  pen.lineTo(x + radius * 0.46, y - radius * 0.32);
}
