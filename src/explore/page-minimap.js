// The minimap: the whole drawing in small, and what of it is in view. It is there where that is not all.

const minimap = {
  drawn: null,
  // The drawing without what is in view; drawn once.
  picture(scale, width, height) {
    const ratio = devicePixelRatio || 1, picture = document.createElement("canvas"), colors = getComputedStyle(document.documentElement);
    const color = name => colors.getPropertyValue(name).trim();
    picture.width = width * ratio;
    picture.height = height * ratio;
    const pen = picture.getContext("2d");
    pen.scale(ratio * scale, ratio * scale);
    pen.fillStyle = color("--panel");
    pen.fillRect(0, 0, drawing.width, drawing.height);
    pen.lineWidth = 1 / scale;
    pen.strokeStyle = color("--edge");
    for (const loop of drawing.loops) pen.strokeRect(loop.x, loop.y, loop.w, loop.h);
    for (const box of drawing.boxes) {
      pen.fillStyle = color(mark.kind === "block" && mark.identity === box.identity ? "--accent" : "--faint");
      // However small it is, a dot is left of it.
      pen.fillRect(box.x, box.y, Math.max(box.w, 1.5 / scale), Math.max(box.h, 1.5 / scale));
    }
    return picture;
  },
  draw() {
    const place = element("minimap"), { x, y, k } = view;
    const whole = x <= 1 && y <= 1 && x + canvas.clientWidth / k >= drawing.width - 1 && y + canvas.clientHeight / k >= drawing.height - 1;
    place.hidden = whole || !drawing.boxes.length;
    if (place.hidden) return;
    const [wide, high] = innerWidth <= 760 ? [90, 80] : [170, 130], scale = Math.min(wide / drawing.width, high / drawing.height);
    const width = Math.max(24, Math.ceil(drawing.width * scale)), height = Math.max(24, Math.ceil(drawing.height * scale));
    const name = JSON.stringify([mark, document.documentElement.className, width, height]);
    if (!this.drawn || this.name !== name) [this.drawn, this.name] = [this.picture(scale, width, height), name];
    const ratio = devicePixelRatio || 1, pen = place.getContext("2d");
    place.width = width * ratio;
    place.height = height * ratio;
    place.style.width = width + "px";
    place.style.height = height + "px";
    pen.drawImage(this.drawn, 0, 0);
    pen.scale(ratio, ratio);
    pen.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
    pen.lineWidth = 2;
    const [left, top] = [Math.max(1, x * scale), Math.max(1, y * scale)];
    const [right, bottom] = [Math.min(width - 1, (x + canvas.clientWidth / k) * scale), Math.min(height - 1, (y + canvas.clientHeight / k) * scale)];
    pen.strokeRect(left, top, Math.max(4, right - left), Math.max(4, bottom - top));
    this.scale = scale;
  },
  // Puts what is in view round a point of the map.
  go(event) {
    const box = element("minimap").getBoundingClientRect();
    view.x = (event.clientX - box.left) / this.scale - canvas.clientWidth / 2 / view.k;
    view.y = (event.clientY - box.top) / this.scale - canvas.clientHeight / 2 / view.k;
    drawInView();
  },
};

element("minimap").addEventListener("pointerdown", event => {
  event.stopPropagation();
  element("minimap").setPointerCapture(event.pointerId);
  minimap.go(event);
});
element("minimap").addEventListener("pointermove", event => { if (event.buttons) minimap.go(event); });
