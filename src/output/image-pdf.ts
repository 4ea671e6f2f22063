/** A PDF that shows one JPEG, cut over as many sheets as it needs (ISO 32000-1, 7.5 and 8.9). */

interface Picture {
  readonly jpeg: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Paper, in points (1/72 inch). */
export interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly margin: {
    readonly top: number;
    readonly bottom: number;
    readonly left: number;
    readonly right: number;
  };
}

/** @param scale 1 fits the picture's width into the sheet's text area; less makes it smaller. */
export const imagePdf = (picture: Picture, { width, height, margin }: Sheet, scale: number): Buffer => {
  const areaWidth = width - margin.left - margin.right;
  const areaHeight = height - margin.top - margin.bottom;
  const shownWidth = areaWidth * Math.min(1, scale);
  const shownHeight = (picture.height * shownWidth) / picture.width;
  const count = Math.max(1, Math.ceil(shownHeight / areaHeight));

  const objects: (string | Buffer)[][] = [];
  const add = (...body: (string | Buffer)[]) => objects.push(body);
  const number = (value: number) => String(Math.round(value * 1000) / 1000);

  // Objects 1 catalog, 2 page tree, 3 picture, then page and content of each sheet.
  const pageIds = Array.from({ length: count }, (_, index) => 4 + 2 * index);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${count} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`);
  add(
    `<< /Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.jpeg.length} >>\nstream\n`,
    picture.jpeg,
    '\nendstream',
  );
  for (const [index, id] of pageIds.entries()) {
    // The whole picture is placed on every sheet, moved up by one area each time, and clipped to the area.
    const bottom = height - margin.top - shownHeight + index * areaHeight;
    const clip = [margin.left, margin.bottom, areaWidth, areaHeight].map(number).join(' ');
    const place = [shownWidth, 0, 0, shownHeight, margin.left, bottom].map(number).join(' ');
    const drawing = `q ${clip} re W n ${place} cm /Picture Do Q`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${number(width)} ${number(height)}] /Resources << /XObject << /Picture 3 0 R >> >> /Contents ${id + 1} 0 R >>`,
    );
    add(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
  }
  return assemble(objects);
};

const assemble = (objects: readonly (string | Buffer)[][]): Buffer => {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const write = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, body] of objects.entries()) {
    offsets.push(length);
    write(`${index + 1} 0 obj\n`);
    for (const part of body) write(part);
    write('\nendobj\n');
  }
  const start = length;
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
};
